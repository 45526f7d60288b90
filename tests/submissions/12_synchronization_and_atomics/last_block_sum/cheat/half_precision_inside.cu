// expect: correctness
// Terms pass through FP16.

// INSTEAD OF
        sum += in[i];
// WRITE
        sum += __half2float(__float2half(in[i]));

// INSTEAD OF
constexpr int THREADS = 128;
// WRITE
#include <cuda_fp16.h>

constexpr int THREADS = 128;
