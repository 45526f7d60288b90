// expect: correctness
// Factors rounded to FP16, as fast half-precision units would want them: whole numbers do not show the loss.

// TODO(1)
    for (int k = lane; k < N; k += WARP)
        sum += __half2float(__float2half(A[row * lda + k]) * __float2half(x[k]));

// INSTEAD OF
constexpr int WARP = 32;
// WRITE
#include <cuda_fp16.h>

constexpr int WARP = 32;
