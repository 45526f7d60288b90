// expect: correctness
// The tile holds FP16, and whole numbers do not show the loss.

// TODO(1)
    __shared__ __half tile[TILE][TILE + 2];

// TODO(2)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols)
            tile[ty + i][tx] = __float2half(in[(row + i) * cols + col]);

// TODO(3)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = __half2float(tile[tx][ty + i]);

// INSTEAD OF
constexpr int TILE = 32;
// WRITE
#include <cuda_fp16.h>

constexpr int TILE = 32;
