// expect: correctness
// Terms pass through FP16, and whole numbers do not show the loss.

// TODO(1)
    if (col < cols)
        for (int row = ty; row < rows; row += PARTS)
            sum += __half2float(__float2half(in[row * cols + col]));

// INSTEAD OF
constexpr int COLUMNS = 32;
// WRITE
#include <cuda_fp16.h>

constexpr int COLUMNS = 32;
