// fails: correctness
// says: index -1, but the indices of C go from 0 to 0

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    C[-1] = A[0];  // <- here
}
