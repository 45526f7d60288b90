// expect: correctness
// Terms pass through FP16, and small whole numbers do not show the loss.

// TODO(1)
    const float4* groups = reinterpret_cast<const float4*>(in);
#pragma unroll 4
    for (int g = thread; g < n / 4; g += threads) {
        float4 four = groups[g];
        sum += (half_of(four.x) + half_of(four.y)) + (half_of(four.z) + half_of(four.w));
    }
    if (thread < n % 4)
        sum += half_of(in[n / 4 * 4 + thread]);

// INSTEAD OF
constexpr int BLOCK = 256;
// WRITE
#include <cuda_fp16.h>

__device__ float half_of(float value) { return __half2float(__float2half(value)); }

constexpr int BLOCK = 256;
