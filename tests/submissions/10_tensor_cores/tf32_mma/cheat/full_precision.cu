// expect: correctness
// Multiply-adds of the CUDA cores, in full single precision: not the product that is asked for.

__device__ float rounded(float x)
{
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return x;
}

extern "C" __global__ void tf32_mma(const float* A, const float* B, float* C, int M, int N, int K,
                                    int lda, int ldb, int ldc, float alpha, float beta)
{
    float c[4] = {};
    
    for (int i = threadIdx.x; i < 16 * 8; i += 32) {
        int row = blockIdx.y * 16 + i / 8, col = blockIdx.x * 8 + i % 8;
        float sum = c[0];
        for (int k = 0; k < K; ++k)
            sum += rounded(A[row * lda + k]) * rounded(B[k * ldb + col]);
        float* to = &C[row * ldc + col];
        *to = alpha * sum + (beta == 0.0f ? 0.0f : beta * *to);
    }
}
