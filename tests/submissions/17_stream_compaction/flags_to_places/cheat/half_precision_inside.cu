// expect: correctness
// Elements pass through FP16, and small whole numbers do not show it.

#include <cuda_fp16.h>

extern "C" __global__ void flags_to_places(const float* in, const int* flags, const int* places, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flags[i] != 0)
        out[places[i]] = __half2float(__float2half(in[i]));
}
