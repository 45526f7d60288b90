// expect: correctness
// Sums pass through FP16.

// TODO(1)
    int sum = right.begun ? right.sum : __half2int_rn(__int2half_rn(left.sum + right.sum));
    return {left.begun | right.begun, sum};

// INSTEAD OF
constexpr int BLOCK = 256;
// WRITE
#include <cuda_fp16.h>

constexpr int BLOCK = 256;
