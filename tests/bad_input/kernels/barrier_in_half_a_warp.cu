// fails: hazards
// says: is reached by

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    if (threadIdx.x < 8) __syncthreads();  // <- here
    if (threadIdx.x == 100) C[0] = 1.0f;
}
