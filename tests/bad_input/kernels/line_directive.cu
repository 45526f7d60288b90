// fails: compiles
// says: #line and line markers are not allowed

#line 1000 "elsewhere.cu"  // <- here

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    C[row * ldc + col] = 0.0f;
}
