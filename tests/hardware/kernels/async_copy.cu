// Global to shared memory without a register in between (cp.async), in 4, 8 and 16 bytes a thread.
#include <cuda_pipeline.h>

extern "C" __global__ void async_copy_4(const float* in, float* out) {
    __shared__ float tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = tile[255 - threadIdx.x];
}

extern "C" __global__ void async_copy_8(const float2* in, float2* out) {
    __shared__ float2 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], 8);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = tile[255 - threadIdx.x];
}

extern "C" __global__ void async_copy_16(const float4* in, float4* out) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = tile[255 - threadIdx.x];
}

// The destination walks with a stride: conflicts while the data arrive.
extern "C" __global__ void async_copy_strided(const float* in, float* out, int stride) {
    __shared__ float tile[1024];
    for (int i = threadIdx.x; i < 1024; i += 32) tile[i] = 0.0f;
    __syncthreads();
    __pipeline_memcpy_async(&tile[threadIdx.x * stride % 1024], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    float sum = 0.0f;
    for (int i = threadIdx.x; i < 1024; i += 32) sum += tile[i];
    out[threadIdx.x] = sum;
}

// Two stages: the next tile is on its way while the present one is summed.
extern "C" __global__ void async_two_stages(const float4* in, float* out, int tiles) {
    __shared__ float4 stage[2][128];
    int tid = threadIdx.x;
    __pipeline_memcpy_async(&stage[0][tid], &in[tid], 16);
    __pipeline_commit();
    float sum = 0.0f;
    for (int t = 0; t < tiles; ++t) {
        if (t + 1 < tiles) __pipeline_memcpy_async(&stage[(t + 1) % 2][tid], &in[(t + 1) * 128 + tid], 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        float4 v = stage[t % 2][127 - tid];
        sum += v.x + v.y + v.z + v.w;
        __syncthreads();
    }
    out[tid] = sum;
}

// Elements past the end are zero-filled.
extern "C" __global__ void async_zero_fill(const float* in, float* out, int n) {
    __shared__ float tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    bool inside = i < n;
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[inside ? i : 0], 4, inside ? 0 : 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = tile[threadIdx.x];
}
