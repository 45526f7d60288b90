// expect: correctness
// Adds to what C holds, as if beta were 1, and forgets that C may never have been written.

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;

    for (int k = 0; k < K; ++k)
        C[row * ldc + col] += alpha * A[row * lda + k] * B[k * ldb + col];
}
