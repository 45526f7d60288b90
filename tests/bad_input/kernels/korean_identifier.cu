// fails: compiles
// says: `타` (U+D0C0) cannot stand here

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    float 타일 = A[0];  // <- here
    C[0] = 타일;
}
