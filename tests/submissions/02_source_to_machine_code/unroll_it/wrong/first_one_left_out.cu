// expect: correctness
// The loop begins one round late.

// TODO(1)
        #pragma unroll
        for (int k = 1; k < EACH; ++k)
            if (me + k * threads < cols)
                sum[k] += in[row * cols + me + k * threads];
