// Asynchronous copies into shared memory: the pipeline primitives, and cp.async itself.
#include <cuda_pipeline.h>

extern "C" __global__ void one_stage_copies(const float4* in, float4* out) {
    __shared__ float4 tile[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[blockIdx.x * 64 + t], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[blockIdx.x * 64 + t] = tile[63 - t];
}

extern "C" __global__ void narrow_copies(const float* in, float* out, int n) {
    __shared__ float tile[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (i < n) __pipeline_memcpy_async(&tile[t], &in[i], 4);
    else tile[t] = 0.0f;
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (i < n) out[i] = tile[t] + tile[127 - t];
}

extern "C" __global__ void copies_filled_with_zeros(const float* in, float* out, int n) {
    __shared__ __align__(16) float tile[128];
    int t = threadIdx.x;
    int left = max(0, min(16, (n - 4 * t) * 4));
    __pipeline_memcpy_async(&tile[4 * t], &in[left ? 4 * t : 0], 16, 16 - left);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int k = 0; k < 4; ++k) out[k * 32 + t] = tile[k * 32 + t];
}

extern "C" __global__ void double_buffered_sum(const float* in, float* out, int tiles) {
    __shared__ float buffer[2][64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&buffer[0][t], &in[t], 4);
    __pipeline_commit();
    float sum = 0.0f;
    for (int k = 0; k < tiles; ++k) {
        if (k + 1 < tiles) __pipeline_memcpy_async(&buffer[(k + 1) & 1][t], &in[(k + 1) * 64 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += buffer[k & 1][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}

extern "C" __global__ void three_stages(const int* in, int* out, int tiles) {
    constexpr int STAGES = 3;
    __shared__ int buffer[STAGES][32];
    int t = threadIdx.x, fetched = 0, sum = 0;
    for (int k = 0; k < tiles; ++k) {
        for (; fetched < tiles && fetched < k + STAGES; ++fetched) {
            __pipeline_memcpy_async(&buffer[fetched % STAGES][t], &in[fetched * 32 + t], 4);
            __pipeline_commit();
        }
        if (tiles - k >= STAGES) __pipeline_wait_prior(STAGES - 1);
        else __pipeline_wait_prior(0);
        __syncwarp();
        sum = sum * 3 + buffer[k % STAGES][(t + k) % 32];
        __syncwarp();
    }
    out[t] = sum;
}

extern "C" __global__ void copies_in_assembly(const float4* in, float4* out) {
    __shared__ float4 tile[32];
    int t = threadIdx.x;
    unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[t]));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + t) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    out[t] = tile[t ^ 5];
}

extern "C" __global__ void copies_awaited_together(const float2* in, float2* out) {
    __shared__ float2 tile[2][32];
    int t = threadIdx.x;
    for (int k = 0; k < 2; ++k) {
        unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[k][t]));
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(in + 32 * k + t), "n"(8) : "memory");
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[t] = tile[0][31 - t];
    out[32 + t] = tile[1][(t + 1) % 32];
}

extern "C" __global__ void copy_read_too_early(const float* in, float* out) {
    __shared__ float tile[32];
    int t = threadIdx.x;
    tile[t] = -1.0f;
    __syncthreads();
    __pipeline_memcpy_async(&tile[t], &in[t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[t] = tile[31 - t];  // waiting makes a thread's own copies visible to it alone
}
