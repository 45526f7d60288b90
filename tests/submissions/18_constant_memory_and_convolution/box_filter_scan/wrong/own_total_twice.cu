// expect: correctness
// The warp adds its own total, too.

// TODO(2)
            sum += before;
            for (int w = 0; w < WARPS; ++w) {
                sum += w <= warp ? totals[w] : 0;
                before += totals[w];
            }
            if (col < cols)
                prefix[col + 1] = sum;
