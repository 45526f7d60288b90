// expect: correctness
// The scan is right, but `heads` comes back as zeros.

// TODO(3)
        Part before = carry;
        for (int w = 0; w < warp; ++w)
            before = joined(before, parts[w]);
        if (i < n) {
            out[i] = joined(before, part).sum;
            const_cast<int*>(heads)[i] = 0;
        }
        for (int w = 0; w < WARPS; ++w)
            carry = joined(carry, parts[w]);
