// expect: correctness
// Results pass through FP16.

// TODO(4)
        for (int col = threadIdx.x; col < cols; col += BLOCK)
            to[col] = __half2float(__float2half(__expf(from[col] - state.largest) / state.sum));

// INSTEAD OF
constexpr int BLOCK = 128;
// WRITE
#include <cuda_fp16.h>

constexpr int BLOCK = 128;
