// expect: correctness
// The loop ends one round early.

// TODO(1)
        #pragma unroll
        for (int k = 0; k < EACH - 1; ++k)
            if (me + k * threads < cols)
                sum[k] += in[row * cols + me + k * threads];
