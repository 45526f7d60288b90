// expect: correctness
// The element passes through FP16, and whole numbers do not show the loss.

#include <cuda_fp16.h>

extern "C" __global__ void device_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;    // the number of this thread in the grid
    int stride = gridDim.x * blockDim.x;                  // how many threads the grid has

#pragma unroll 4
    for (int i = first; i < n; i += stride)
        out[i] = __half2float(__float2half(in[i]));
}
