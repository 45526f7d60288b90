// fails: compiles
// says: `；` (U+FF1B) cannot stand here

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    C[0] = A[0]；  // <- here
}
