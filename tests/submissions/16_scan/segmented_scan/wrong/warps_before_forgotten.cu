// expect: correctness
// Every warp begins anew.

// TODO(3)
        if (i < n)
            out[i] = joined(carry, part).sum;
        for (int w = 0; w < WARPS; ++w)
            carry = joined(carry, parts[w]);
