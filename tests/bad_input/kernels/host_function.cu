// fails: compiles
// says: `launch` is a host function

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    C[blockIdx.x * blockDim.x + threadIdx.x] = 0.0f;
}

void launch(float* a, float* b, float* c)  // <- here
{
    sgemm_tiled<<<dim3(4, 4), dim3(16, 16)>>>(a, b, c, 64, 64, 64, 64, 64, 64, 1.0f, 0.0f);
}
