// expect: resources
// Copies the row of A into an array first: indexed at run time it is no register but local memory, one copy a thread.

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;

    float row_of_a[128];
    for (int k = 0; k < K; ++k)
        row_of_a[k] = A[row * lda + k];

    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += row_of_a[k] * B[k * ldb + col];

    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
