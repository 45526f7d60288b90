// expect: correctness
// Not one sector is asked for.

extern "C" __global__ void sgemm_float4(const float* A, const float* B, float* C, int M, int N, int K,
                                        int lda, int ldb, int ldc, float alpha, float beta)
{
}
