// expect: correctness
// Assigned, not added: the last row is left.

// TODO(1)
        #pragma unroll
        for (int k = 0; k < EACH; ++k)
            if (me + k * threads < cols)
                sum[k] = in[row * cols + me + k * threads];
