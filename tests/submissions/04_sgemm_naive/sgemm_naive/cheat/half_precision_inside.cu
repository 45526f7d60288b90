// expect: correctness
// Operands rounded to FP16: whole numbers do not show the loss.

#include <cuda_fp16.h>

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;

    float sum = 0.0f;
    for (int k = 0; k < K; ++k) {
        float a = __half2float(__float2half(A[row * lda + k]));
        float b = __half2float(__float2half(B[k * ldb + col]));
        sum += a * b;
    }

    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
