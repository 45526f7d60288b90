// expect: global_sectors
// Right, but the running sum lives in C: one store to global memory for every product.

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;

    C[row * ldc + col] = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    for (int k = 0; k < K; ++k)
        C[row * ldc + col] += alpha * A[row * lda + k] * B[k * ldb + col];
}
