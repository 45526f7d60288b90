// expect: correctness
// Half the registers, and half the digits.

#include <cuda_fp16.h>

extern "C" __global__ void ilp_copy(const float* in, float* out, int n)
{
    for (int k = 0; k < 16; ++k) {
        int i = (blockIdx.x * 16 + k) * blockDim.x + threadIdx.x;
        if (i < n)
            out[i] = __half2float(__float2half(in[i]));
    }
}
