// expect: correctness
// Elements pass through FP16, and small whole numbers do not show the loss.

// INSTEAD OF
constexpr int WIDE = 32;
// WRITE
#include <cuda_fp16.h>

constexpr int WIDE = 32;

// INSTEAD OF
    return inside ? in[(z * ny + y) * nx + x] : 0.0f;
// WRITE
    return inside ? __half2float(__float2half(in[(z * ny + y) * nx + x])) : 0.0f;
