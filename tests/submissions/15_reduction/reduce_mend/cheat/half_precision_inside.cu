// expect: correctness
// Terms pass through FP16, and small whole numbers do not show the loss.

#include <cuda_fp16.h>

extern "C" __global__ void reduce_mend(const float* in, float* out, int n)
{
    __shared__ float part[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[tid] = i < n ? __half2float(__float2half(in[i])) : 0.0f;
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        __syncthreads();
        if (tid < s)
            part[tid] += part[tid + s];
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}
