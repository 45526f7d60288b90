// expect: correctness
// Elements pass through FP16 on their way.

// TODO(3)
    value[place] = __half2float(__float2half(x));
    home[place] = i;
    __syncthreads();
    x = value[t];
    i = home[t];


// INSTEAD OF
constexpr int THREADS = 256;
// WRITE
#include <cuda_fp16.h>

constexpr int THREADS = 256;
