// expect: correctness
// Values with the same number are multiplied: eight products for each k instead of 64.

// TODO(1)
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int m = 0; m < TM; ++m)
                a[m] = tile_a[ty * TM + m][k];
#pragma unroll
            for (int n = 0; n < TN; ++n)
                b[n] = tile_b[k][tx * TN + n];
#pragma unroll
            for (int m = 0; m < TM; ++m)
                sum[m][m] += a[m] * b[m];
        }
        __syncthreads();
