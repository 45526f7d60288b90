// expect: correctness
// Sums pass through FP16.

// TODO(1)
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(ALL_LANES, __half2float(__float2half(value)), distance);
    return value;

// INSTEAD OF
constexpr int BLOCK = 256;
// WRITE
#include <cuda_fp16.h>

constexpr int BLOCK = 256;
