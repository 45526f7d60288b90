// expect: correctness
// Terms pass through FP16, and small whole numbers do not show the loss.

// TODO(1)
    int i = blockIdx.x * BLOCK + tid;
    part[tid] = i < n ? __half2float(__float2half(in[i])) : 0.0f;

// INSTEAD OF
constexpr int BLOCK = 256;
// WRITE
#include <cuda_fp16.h>

constexpr int BLOCK = 256;
