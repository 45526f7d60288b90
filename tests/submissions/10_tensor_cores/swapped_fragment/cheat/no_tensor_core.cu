// expect: machine_code
// Multiply-adds of the CUDA cores: right, and no mma.

#include <cuda_bf16.h>

extern "C" __global__ void swapped_fragment(const __nv_bfloat16* A, const __nv_bfloat16* B, float* C,
                                            int M, int N, int K)
{
    for (int i = threadIdx.x; i < 16 * 8; i += 32) {
        int row = blockIdx.y * 16 + i / 8, col = blockIdx.x * 8 + i % 8;
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += __bfloat162float(A[row * K + k]) * __bfloat162float(B[k * N + col]);
        C[row * N + col] = sum;
    }
}
