// fails: compiles
// says: Parameter 10 of `sgemm_tiled` should be `float alpha`

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, double alpha, float beta)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    C[row * ldc + col] = alpha;
}
