// expect: correctness
// Every tile begins anew.

// TODO(3)
        Part before = carry;
        for (int w = 0; w < warp; ++w)
            before = joined(before, parts[w]);
        if (i < n)
            out[i] = joined(before, part).sum;
