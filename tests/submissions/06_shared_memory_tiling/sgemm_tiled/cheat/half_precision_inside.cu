// expect: correctness
// Tiles in FP16: half the bytes, and whole numbers do not show the loss.

// TODO(1)
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        tile_a[ty][tx] = __float2half(row < M && a_col < K ? A[row * lda + a_col] : 0.0f);
        tile_b[ty][tx] = __float2half(b_row < K && col < N ? B[b_row * ldb + col] : 0.0f);

// TODO(2)
        __syncthreads();
        for (int k = 0; k < TILE; ++k)
            sum += __half2float(tile_a[ty][k]) * __half2float(tile_b[k][tx]);
        __syncthreads();

// INSTEAD OF
constexpr int TILE = 16;
// WRITE
#include <cuda_fp16.h>

constexpr int TILE = 16;

// INSTEAD OF
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
// WRITE
    __shared__ __half tile_a[TILE][TILE];
    __shared__ __half tile_b[TILE][TILE];
