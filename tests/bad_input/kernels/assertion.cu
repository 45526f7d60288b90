// fails: correctness
// says: assert(M < 0) does not hold

#include <cassert>

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    assert(M < 0);  // <- here
    C[0] = 1.0f;
}
