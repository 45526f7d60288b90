// fails: correctness
// says: index 1, but the indices of A go from 0 to 0

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k <= lda * M; ++k)
        sum += A[k];  // <- here
    if (row < M && col < N) C[row * ldc + col] = sum;
}
