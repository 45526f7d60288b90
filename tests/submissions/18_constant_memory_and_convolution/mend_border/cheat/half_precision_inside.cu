// expect: correctness
// Elements pass through FP16.

// TODO(1)
    return __half2float(__float2half(in[min(max(k, 0), n - 1)]));

// INSTEAD OF
// Element k of `in`, or the one nearest to it if there is none.
// WRITE
#include <cuda_fp16.h>
