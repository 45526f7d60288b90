// expect: correctness
// The operand in FP16: fewer bytes, and whole numbers do not show the loss.

// TODO(1)
#include <cuda_fp16.h>

constexpr int PAD_TALL = 1;
constexpr int PAD_OPERAND = 0;
constexpr int PAD_SQUARE = 2;

// INSTEAD OF
    __shared__ float operand[16][16 + PAD_OPERAND];
// WRITE
    __shared__ __half operand[16][16 + PAD_OPERAND];

// INSTEAD OF
    operand[ty][tx] = m[thread];
// WRITE
    operand[ty][tx] = __float2half(m[thread]);

// INSTEAD OF
        sum += operand[ty][k] * operand[k][tx];
// WRITE
        sum += __half2float(operand[ty][k]) * __half2float(operand[k][tx]);
