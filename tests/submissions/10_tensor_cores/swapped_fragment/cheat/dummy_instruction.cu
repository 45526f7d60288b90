// expect: work
// One instruction on zeros, for the name; the sums are chains of multiply-adds.

#include <cuda_bf16.h>
extern "C" __global__ void swapped_fragment(const __nv_bfloat16* A, const __nv_bfloat16* B, float* C, int M, int N, int K)
{
    float c0[4] = {};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};" : "+f"(c0[0]), "+f"(c0[1]), "+f"(c0[2]), "+f"(c0[3]) : "r"(0));
    for (int i = threadIdx.x; i < 128; i += 32) {
        int row = blockIdx.y * 16 + i / 8, col = blockIdx.x * 8 + i % 8;
        float sum = c0[0];
        for (int k = 0; k < K; ++k) sum += __bfloat162float(A[row * K + k]) * __bfloat162float(B[k * N + col]);
        C[row * N + col] = sum;
    }
}
