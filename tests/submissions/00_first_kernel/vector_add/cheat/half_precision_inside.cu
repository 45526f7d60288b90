// expect: correctness
// Adds in FP16: whole numbers do not show the loss.

#include <cuda_fp16.h>

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = __half2float(__hadd(__float2half(a[i]), __float2half(b[i])));
}
