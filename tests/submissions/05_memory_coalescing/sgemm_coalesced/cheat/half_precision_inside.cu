// expect: correctness
// Products in FP16: whole numbers do not show the loss, others do.

// INSTEAD OF
constexpr int TILE = 16;
// WRITE
#include <cuda_fp16.h>

constexpr int TILE = 16;

// INSTEAD OF
        sum += A[row * lda + k] * B[k * ldb + col];
// WRITE
        sum += __half2float(__float2half(A[row * lda + k]) * __float2half(B[k * ldb + col]));
