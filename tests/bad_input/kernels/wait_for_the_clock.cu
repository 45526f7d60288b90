// fails: correctness
// says: does not come to an end
// slow

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    const long long begin = clock64();
    while (clock64() - begin < 1000000000000LL) {
    }
    C[0] = 1.0f;
}
