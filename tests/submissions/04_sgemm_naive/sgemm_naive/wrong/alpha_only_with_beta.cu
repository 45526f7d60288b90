// expect: correctness
// The branch for beta = 0 keeps C from being read, and forgets alpha.

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;

    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];

    if (beta == 0.0f)
        C[row * ldc + col] = sum;
    else
        C[row * ldc + col] = alpha * sum + beta * C[row * ldc + col];
}
