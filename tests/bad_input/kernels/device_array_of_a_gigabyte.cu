// fails: correctness
// says: memory

__device__ float big[1ull << 28];

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    big[static_cast<size_t>(threadIdx.x) * 12345] = A[0];
    C[0] = big[M];
}
