// expect: correctness
// Columns are not guarded: threads beyond column N write into the padding of C, or into its next row.

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M)
        return;

    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];

    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
