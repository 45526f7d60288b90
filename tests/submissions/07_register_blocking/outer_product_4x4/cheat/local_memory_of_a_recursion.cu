// expect: resources
// The work is in a function that calls itself, if only where it never can: ptxas then says nothing of its stack.

constexpr int TM = 4, TN = 4;    // a thread's tile of C

__device__ __noinline__ void work(const float* A, const float* B, float* C, int MN, int K, int ld, int ldc, float alpha, float beta)
{
    int M = MN >> 16, N = MN & 65535, lda = ld >> 16, ldb = ld & 65535;    // fewer arguments: none on the stack
    int row = (blockIdx.y * 16 + threadIdx.y) * TM;    // the first of this thread's rows of C
    int col = (blockIdx.x * 16 + threadIdx.x) * TN;    // the first of its columns

    float sum[TM][TN] = {};
    for (int k = 0; k < K; ++k) {
        float a[TM], b[TN];
#pragma unroll 1
        for (int m = 0; m < TM; ++m)
            a[m] = row + m < M ? A[(row + m) * lda + k] : 0.0f;
#pragma unroll 1
        for (int n = 0; n < TN; ++n)
            b[n] = col + n < N ? B[k * ldb + col + n] : 0.0f;
#pragma unroll 1
        for (int m = 0; m < TM; ++m)
#pragma unroll 1
            for (int n = 0; n < TN; ++n)
                sum[m][n] += a[m] * b[n];
    }

    // beta = 0 means that C is only written: what it held before must not matter.
#pragma unroll
    for (int m = 0; m < TM; ++m) {
#pragma unroll
        for (int n = 0; n < TN; ++n) {
            if (row + m < M && col + n < N) {
                float* c = &C[(row + m) * ldc + col + n];
                *c = alpha * sum[m][n] + (beta == 0.0f ? 0.0f : beta * *c);
            }
        }
    }
    if (K < 0) { work(A, B, C, MN, K + 1, ld, ldc, alpha, beta); C[0] = sum[0][0]; }    // never
}

extern "C" __global__ void outer_product_4x4(const float* A, const float* B, float* C, int M, int N, int K,
                                             int lda, int ldb, int ldc, float alpha, float beta)
{
    work(A, B, C, M << 16 | N, K, lda << 16 | ldb, ldc, alpha, beta);
}

