// expect: shared_wavefronts, global_sectors
// The fragments are read from global memory: the tiles are loaded for nothing.

// TODO(1)
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int m = 0; m < TM; ++m)
                a[m] = blockIdx.y * BM + ty * TM + m < M && k0 + k < K ? A[(blockIdx.y * BM + ty * TM + m) * lda + k0 + k] : 0.0f;
#pragma unroll
            for (int n = 0; n < TN; ++n)
                b[n] = k0 + k < K && blockIdx.x * BN + tx * TN + n < N ? B[(k0 + k) * ldb + blockIdx.x * BN + tx * TN + n] : 0.0f;
#pragma unroll
            for (int m = 0; m < TM; ++m)
#pragma unroll
                for (int n = 0; n < TN; ++n)
                    sum[m][n] += a[m] * b[n];
        }
        __syncthreads();
