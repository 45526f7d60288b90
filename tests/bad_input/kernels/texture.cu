// inconclusive: correctness
// says: so it cannot judge this kernel

extern "C" __global__ void sgemm_tiled(const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb,
                                       int ldc, float alpha, float beta)
{
    float x, y, z, w;
    asm volatile("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
                 : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
                 : "l"(0LL), "r"(K));  // <- here
    C[0] = x + y + z + w;
}
