// fails: correctness
// says: a pointer that is always null

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    float* nowhere = nullptr;
    *nowhere = 1.0f;  // <- here
}
