// expect: shared_wavefronts
// Without unrolling k, four neighbours of a row of tile_a are never in sight together: no merged loads, and two rows in one bank.

// TODO(1)
        __syncthreads();
#pragma unroll 1
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
#pragma unroll
                for (int n = 0; n < TN; ++n)
                    sum[m][n] += a[m] * b[n];
        }
        __syncthreads();
