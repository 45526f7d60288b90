// fails: hazards
// says: with no barrier between them

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ float tile[256];
    const int i = threadIdx.y * 16 + threadIdx.x;
    tile[i] = A[0];
    if (row < M && col < N) C[row * ldc + col] = tile[255 - i];  // <- here
}
