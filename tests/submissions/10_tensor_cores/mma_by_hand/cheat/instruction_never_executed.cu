// expect: machine_code, work, global_sectors
// An mma that is in the machine code and is never executed.

#include <cuda_fp16.h>

extern "C" __global__ void mma_by_hand(const __half* A, const __half* B, float* C, int M, int N, int K,
                              int lda, int ldb, int ldc, float alpha, float beta)
{
    float c[4] = {};
    for (int k = 0; k < -K; ++k)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(0));
    for (int i = threadIdx.x; i < 16 * 8; i += 32) {
        int row = blockIdx.y * 16 + i / 8, col = blockIdx.x * 8 + i % 8;
        float sum = c[0];
        for (int k = 0; k < K; ++k)
            sum += __half2float(A[row * lda + k]) * __half2float(B[k * ldb + col]);
        float* to = &C[row * ldc + col];
        *to = alpha * sum + (beta == 0.0f ? 0.0f : beta * *to);
    }
}
