// expect: resources
// With or without parentheses, 1 round at a time is a loop that stays a loop.

// TODO(1)
        #pragma unroll(1)
        for (int k = 0; k < EACH; ++k)
            if (me + k * threads < cols)
                sum[k] += in[row * cols + me + k * threads];
