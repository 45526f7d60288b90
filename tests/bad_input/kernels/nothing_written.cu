// fails: correctness
// says: Every element is as it was before the launch

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    if (M < 0) C[0] = 1.0f;
}
