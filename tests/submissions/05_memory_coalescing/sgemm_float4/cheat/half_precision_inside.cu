// expect: correctness
// The products of a piece are rounded to FP16: whole numbers do not show the loss, others do.

// TODO(2)
        float4 four = reinterpret_cast<const float4*>(a)[p];
        const float* b = B + 4 * p * ldb + col;
        sum += __half2float(__float2half(four.x * b[0]));
        sum += four.y * b[ldb];
        sum += four.z * b[2 * ldb];
        sum += four.w * b[3 * ldb];

// INSTEAD OF
extern "C" __global__ void sgemm_float4(const float* A, const float* B, float* C, int M, int N, int K,
// WRITE
#include <cuda_fp16.h>

extern "C" __global__ void sgemm_float4(const float* A, const float* B, float* C, int M, int N, int K,
