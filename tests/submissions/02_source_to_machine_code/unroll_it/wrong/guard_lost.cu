// expect: correctness
// The guard got lost: the last row is read beyond its end.

// TODO(1)
        #pragma unroll
        for (int k = 0; k < EACH; ++k)
            sum[k] += in[row * cols + me + k * threads];
