// expect: correctness
// w <= warp: the own warp's part comes before the own elements.

// TODO(3)
        Part before = carry;
        for (int w = 0; w <= warp; ++w)
            before = joined(before, parts[w]);
        if (i < n)
            out[i] = joined(before, part).sum;
        for (int w = 0; w < WARPS; ++w)
            carry = joined(carry, parts[w]);
