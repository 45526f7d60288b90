// expect: correctness
// Sums of threads pass through FP16.

// TODO(1)
    own = four.x + four.y + four.z + four.w;
    upto = __half2int_rn(__int2half_rn(warp_inclusive(own)));
    if (lane == 31)
        sums[warp] = upto;

// INSTEAD OF
constexpr int BLOCK = 256;
// WRITE
#include <cuda_fp16.h>

constexpr int BLOCK = 256;
