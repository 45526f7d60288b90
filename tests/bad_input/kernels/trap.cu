// fails: correctness
// says: __trap()

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    if (threadIdx.x == 3) __trap();  // <- here
}
