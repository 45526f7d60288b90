// expect: correctness
// The fragments are read once a tile, at k = 0, and used for all eight k.

// TODO(1)
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int m = 0; m < TM; ++m)
                a[m] = tile_a[ty * TM + m][0];
#pragma unroll
            for (int n = 0; n < TN; ++n)
                b[n] = tile_b[0][tx * TN + n];
#pragma unroll
            for (int m = 0; m < TM; ++m)
#pragma unroll
                for (int n = 0; n < TN; ++n)
                    sum[m][n] += a[m] * b[n];
        }
        __syncthreads();
