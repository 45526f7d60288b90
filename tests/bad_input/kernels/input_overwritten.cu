// fails: correctness
// says: Inputs are for reading only

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const_cast<float*>(A)[0] = 77.0f;
    if (row < M && col < N) C[row * ldc + col] = 0.0f;
}
