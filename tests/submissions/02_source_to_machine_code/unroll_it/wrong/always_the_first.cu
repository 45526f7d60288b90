// expect: correctness
// The index is a constant, but always the same one.

// TODO(1)
        #pragma unroll
        for (int k = 0; k < EACH; ++k)
            if (me + k * threads < cols)
                sum[0] += in[row * cols + me + k * threads];
