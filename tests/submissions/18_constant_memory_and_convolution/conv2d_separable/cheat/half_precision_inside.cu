// expect: correctness
// The filtered rows are FP16, and small whole numbers do not show the loss.

// INSTEAD OF
constexpr int RADIUS = 4;
// WRITE
#include <cuda_fp16.h>

constexpr int RADIUS = 4;

// TODO(2)
    for (int y = ty; y < TILE; y += ROWS) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += down[k] * __half2float(__float2half(filtered[y + k][tx]));
        int row = top + y;
        int col = left + tx;
        if (row < rows && col < cols)
            out[row * cols + col] = sum;
    }
