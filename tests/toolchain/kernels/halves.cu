// __half and __half2 arithmetic with the fp16 header.
#include <cuda_fp16.h>
extern "C" __global__ void halves(const __half* x, __half* y, const __half2* x2, __half2* y2, __half a)
{
    __shared__ __half tile[128];
    int i = threadIdx.x;
    tile[i] = x[i];
    __syncthreads();
    y[i] = __hfma(tile[i ^ 1], a, y[i]);
    y2[i] = __hadd2(x2[i], x2[i + 1]);
}
