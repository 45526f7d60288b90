// cp.async of 4, 8 and 16 bytes through the pipeline primitives, with offsets on both sides.
#include <cuda_pipeline.h>
extern "C" __global__ void async_copy(const float4* in, float4* out, const float* in1, const float2* in2, float* out1)
{
    int i = threadIdx.x;
    __shared__ float4 stage[256];
    __shared__ float singles[256];
    __shared__ float2 pairs[256];
    __pipeline_memcpy_async(&stage[i], &in[i + 2], 16);
    __pipeline_memcpy_async(&stage[i + 32], &in[i + 64], 16);
    __pipeline_memcpy_async(&singles[i], &in1[i - 2], 4);
    __pipeline_memcpy_async(&singles[i + 32], &in1[i + 200], 4);
    __pipeline_memcpy_async(&singles[i - 32], &in1[i - 200], 4);
    __pipeline_memcpy_async(&singles[i + 160], &in1[i + 2000], 4, 2);
    __pipeline_memcpy_async(&pairs[i], &in2[i], 8);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = stage[i ^ 1];
    out1[i] = singles[i ^ 1] + pairs[i ^ 1].y;
}
