// expect: correctness
// Sums pass through FP16, which counts every integer up to 2,048 only.

#include <cuda_fp16.h>

extern "C" __global__ void scan_mend(const int* in, int* out, int n)
{
    __shared__ __half part[128];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[tid] = __int2half_rn(i < n ? in[i] : 0);
    __syncthreads();
    for (int step = 1; step < 128; step *= 2) {
        float before = tid >= step ? __half2float(part[tid - step]) : 0.0f;
        __syncthreads();
        part[tid] = __float2half(__half2float(part[tid]) + before);
        __syncthreads();
    }
    if (i < n)
        out[i] = __half2int_rn(part[tid]);
}
