// expect: machine_code
// Float sums by the CUDA cores: right, and no tensor core.

#include <cuda_fp16.h>

extern "C" __global__ void accumulate_in_float(const __half* A, const __half* B, float* C, int M, int N, int K)
{
    for (int i = threadIdx.x; i < 256; i += 32) {
        int row = blockIdx.y * 16 + i / 16, col = blockIdx.x * 16 + i % 16;
        float sum = 0.0f;
        for (int k = 0; k < K; ++k)
            sum += __half2float(A[row * K + k]) * __half2float(B[k * N + col]);
        C[row * N + col] = sum;
    }
}
