// Register-blocked SGEMM: 256 threads make a 128 x 128 block of C, 8 x 8 neighbouring values each, in steps of 8 along K.
// M and N are multiples of 128, K of 8. No padding, and no cure for the bank conflicts of the fragments of B.
constexpr int BM = 128, BN = 128, BK = 8, TM = 8, TN = 8;

extern "C" __global__ void __launch_bounds__(256, 2)
sgemm_register_blocked(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb, int ldc,
                       float alpha, float beta)
{
    __shared__ float tile_a[BM][BK];
    __shared__ float tile_b[BK][BN];

    int thread = threadIdx.y * 16 + threadIdx.x;
    int row = threadIdx.y * TM;
    int col = threadIdx.x * TN;
    float sum[TM][TN] = {};

    for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll 2
        for (int i = 0; i < BM * BK; i += 256) {
            int element = i + thread;
            tile_a[element / BK][element % BK] = A[(blockIdx.y * BM + element / BK) * lda + k0 + element % BK];
            tile_b[element / BN][element % BN] = B[(k0 + element / BN) * ldb + blockIdx.x * BN + element % BN];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float a[TM], b[TN];
#pragma unroll
            for (int m = 0; m < TM; ++m)
                a[m] = tile_a[row + m][k];
#pragma unroll
            for (int n = 0; n < TN; ++n)
                b[n] = tile_b[k][col + n];
#pragma unroll
            for (int m = 0; m < TM; ++m)
#pragma unroll
                for (int n = 0; n < TN; ++n)
                    sum[m][n] += a[m] * b[n];
        }
        __syncthreads();
    }

#pragma unroll
    for (int m = 0; m < TM; ++m)
#pragma unroll
        for (int n = 0; n < TN; ++n) {
            float* place = &C[(blockIdx.y * BM + row + m) * ldc + blockIdx.x * BN + col + n];
            *place = alpha * sum[m][n] + (beta == 0.0f ? 0.0f : beta * *place);
        }
}
