// fails: ?correctness
// says: `malloc` on the device heap

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    float* mine = static_cast<float*>(malloc(sizeof(float)));  // <- here
    *mine = A[0];
    C[0] = *mine;
    free(mine);
}
