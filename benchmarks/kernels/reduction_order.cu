// Sums whose last bits hang on the order in which blocks, or warps, come to an atomic addition. out[0] is 0 before.
__device__ float thread_sum(const float* in, int n)
{
    const float4* groups = reinterpret_cast<const float4*>(in);
    float sum = 0.0f;
#pragma unroll 4
    for (int g = blockIdx.x * 256 + threadIdx.x; g < n / 4; g += gridDim.x * 256) {
        float4 four = groups[g];
        sum += (four.x + four.y) + (four.z + four.w);
    }
    return sum;
}

__device__ float warp_sum(float value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    return value;
}

extern "C" __global__ void reduction_atomic_warp(const float* in, float* out, int n)
{
    float sum = warp_sum(thread_sum(in, n));
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, sum);
}

extern "C" __global__ void reduction_atomic_block(const float* in, float* out, int n)
{
    __shared__ float sums[8];
    float sum = warp_sum(thread_sum(in, n));
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = warp_sum(threadIdx.x < 8 ? sums[threadIdx.x] : 0.0f);
        if (threadIdx.x == 0)
            atomicAdd(out, sum);
    }
}
