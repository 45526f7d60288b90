// fails: correctness
// says: null

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    float* nowhere = reinterpret_cast<float*>(static_cast<size_t>(K) & 1 ^ 1);  // K is 1 in the smallest case
    *nowhere = 1.0f;  // <- here
}
