// expect: correctness
// Products pass through FP16, and small whole numbers do not show the loss.

// TODO(2)
    if (i < n) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += __half2float(__float2half(filter[k] * tile[threadIdx.x + k]));
        out[i] = sum;
    }

// INSTEAD OF
constexpr int RADIUS = 4;
// WRITE
#include <cuda_fp16.h>

constexpr int RADIUS = 4;
