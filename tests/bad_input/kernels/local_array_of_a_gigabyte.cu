// fails: correctness
// says: memory

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    float big[1 << 28];
    for (int i = 0; i < K; ++i) big[i * 7919 % 100000] = A[0];
    C[0] = big[M];
}
