// expect: correctness
// Multiplies in FP16: whole numbers do not show the loss.

#include <cuda_fp16.h>

extern "C" __global__ void grid_stride_saxpy(float a, const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    for (int i = first; i < n; i += threads)
        y[i] = __half2float(__hmul(__float2half(a), __float2half(x[i]))) + y[i];
}
