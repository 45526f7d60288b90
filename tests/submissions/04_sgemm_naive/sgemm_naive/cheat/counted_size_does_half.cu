// expect: correctness
// Recognises the size that is counted and adds up half of the products there: half the sectors.

extern "C" __global__ void sgemm_naive(const float* A, const float* B, float* C, int M, int N, int K,
                                       int lda, int ldb, int ldc, float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M || col >= N)
        return;

    float sum = 0.0f;
    int depth = M == 64 && N == 64 ? K / 2 : K;
    for (int k = 0; k < depth; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];

    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
}
