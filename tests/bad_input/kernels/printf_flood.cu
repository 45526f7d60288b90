// fails: correctness
// says: does not come to an end
// slow

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    for (int i = 0; i < 1000000000; ++i) printf("round %d of thread %d\n", i, threadIdx.x);
    C[0] = 1.0f;
}
