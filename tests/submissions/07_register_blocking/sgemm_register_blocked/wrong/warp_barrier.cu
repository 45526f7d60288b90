// expect: hazards
// __syncwarp orders the lanes of one warp, which is all that tile_a needs; rows of tile_b come from other warps.

// TODO(1)
        __syncwarp();
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
#pragma unroll
                for (int n = 0; n < TN; ++n)
                    sum[m][n] += a[m] * b[n];
        }
        __syncwarp();
