// expect: correctness
// The sum passes through FP16.

// TODO(2)
    sum = warp_sum(sum);
    if (lane == 0)
        sums[warp] = __half2int_rn(__int2half_rn(sum));
    __syncthreads();
    for (int w = 0; w < WARPS; ++w)
        offset += sums[w];

// INSTEAD OF
constexpr int BLOCK = 256;
// WRITE
#include <cuda_fp16.h>

constexpr int BLOCK = 256;
