// expect: correctness
// Adds up in FP16: eleven bits, right for small whole numbers, wrong for anything else.

#include <cuda_fp16.h>

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;

    __half sum = __float2half(0.0f);
    for (int k = 0; k < K; ++k)
        sum = __float2half(__half2float(sum) + A[row * lda + k] * B[k * ldb + col]);

    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * __half2float(sum) + old;
}
