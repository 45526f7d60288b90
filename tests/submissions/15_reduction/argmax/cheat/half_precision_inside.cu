// expect: correctness
// Compares in FP16: small whole numbers do not show it.

// TODO(3)
        for (int col = threadIdx.x; col < cols; col += BLOCK)
            best = better(best, {__half2float(__float2half(in[row * cols + col])), col});

// INSTEAD OF
constexpr int BLOCK = 128;
// WRITE
#include <cuda_fp16.h>

constexpr int BLOCK = 128;
