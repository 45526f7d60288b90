// expect: correctness
// Every thread computes its right neighbour too: twice the work, and two threads write each element.

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;

    for (int c = col; c < min(col + 2, N); ++c) {
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += A[row * lda + k] * B[k * ldb + c];

        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + c];
        C[row * ldc + c] = alpha * sum + old;
    }
}
