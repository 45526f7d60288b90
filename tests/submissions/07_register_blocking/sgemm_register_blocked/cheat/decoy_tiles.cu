// expect: global_sectors
// Reads the tiles and makes the wavefronts, but takes what it multiplies from global memory.

// TODO(1)
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int m = 0; m < TM; ++m)
                a[m] = blockIdx.y * BM + ty * TM + m < M && k0 + k < K ? A[(blockIdx.y * BM + ty * TM + m) * lda + k0 + k] + 0.0f * tile_a[ty * TM + m][k] : 0.0f;
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
