// fails: correctness
// says: lies in no buffer

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    *reinterpret_cast<float*>(0xdeadbeefcafe0ULL) = 1.0f;  // <- here
}
