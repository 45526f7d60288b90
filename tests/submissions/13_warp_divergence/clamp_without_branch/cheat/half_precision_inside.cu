// expect: correctness
// The value passes through FP16, and whole numbers do not show the loss.

// TODO(1)
    float t = fminf(fmaxf(x, low), high);
    out[i] = curve(__half2float(__float2half(t)));

// INSTEAD OF
__constant__ float C[8] = {1, 2, 3, 4, 5, 6, 7, 8};
// WRITE
#include <cuda_fp16.h>

__constant__ float C[8] = {1, 2, 3, 4, 5, 6, 7, 8};
