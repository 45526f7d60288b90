// fails: correctness
// says: does not come to an end
// slow

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    float next = A[0];
    while (true)
        C[0] = next++;  // <- here
}
