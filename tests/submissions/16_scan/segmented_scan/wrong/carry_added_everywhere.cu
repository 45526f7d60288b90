// expect: correctness
// What comes before the tile is added to all of it, behind a flag, too.

// TODO(3)
        Part before = {0, 0};
        for (int w = 0; w < warp; ++w)
            before = joined(before, parts[w]);
        if (i < n)
            out[i] = carry.sum + joined(before, part).sum;
        for (int w = 0; w < WARPS; ++w)
            carry = joined(carry, parts[w]);
