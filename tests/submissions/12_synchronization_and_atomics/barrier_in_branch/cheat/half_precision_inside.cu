// expect: correctness
// Elements pass through FP16, and small whole numbers do not show the loss.

// TODO(1)
    __syncthreads();
    float before = 0.0f;
    if (t > 0)
        before = segment[t - 1];

// INSTEAD OF
    segment[t] = in[i];
// WRITE
    segment[t] = __half2float(__float2half(in[i]));

// INSTEAD OF
// Each block has a segment of 64 elements: out[i] = in[i] - in[i - 1], and the first of a segment stays as it is.
// WRITE
#include <cuda_fp16.h>
