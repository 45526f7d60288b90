// expect: correctness
// The tile is FP16, and small whole numbers do not show the loss.

// INSTEAD OF
constexpr int RADIUS = 2;
// WRITE
#include <cuda_fp16.h>

constexpr int RADIUS = 2;

// INSTEAD OF
    __shared__ float tile[HIGH + 2 * RADIUS][WIDE + 2 * RADIUS];
// WRITE
    __shared__ __half tile[HIGH + 2 * RADIUS][WIDE + 2 * RADIUS];

// TODO(2)
    if (row < rows && col < cols) {
        float sum = 0.0f;
        for (int y = 0; y < SIDE; ++y)
            for (int x = 0; x < SIDE; ++x)
                sum += filter[y * SIDE + x] * __half2float(tile[threadIdx.y + y][threadIdx.x + x]);
        out[row * cols + col] = sum;
    }
