// fails: compiles
// says: did not finish in time
// slow

#define EIGHT(x) x x x x x x x x
extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    EIGHT(EIGHT(EIGHT(EIGHT(EIGHT(C[0] += C[1];)))))
}
