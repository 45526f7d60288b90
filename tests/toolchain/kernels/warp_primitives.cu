// Shuffles, votes, matches, named barriers, fences: the instructions of reductions and scans.
extern "C" __global__ void reduce(const float* in, float* out, int n)
{
    __shared__ float partial[32];
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, offset);
        if (threadIdx.x == 0)
            atomicAdd(out, sum);
    }
}

extern "C" __global__ void votes(const int* in, int* out)
{
    int v = in[threadIdx.x];
    int r = __shfl_sync(0xffffffffu, v, v & 31) + __shfl_up_sync(0xffffffffu, v, 3);
    r += __ballot_sync(0xffffffffu, v > 3) + __any_sync(0xffffffffu, v == 5) + __popc(__activemask());
    r += __syncthreads_count(v > 2) + __syncthreads_or(v > 7) + __match_any_sync(0xffffffffu, v);
    asm volatile("bar.sync 1, 64;");
    __threadfence();
    __syncwarp();
    out[threadIdx.x] = r + __reduce_add_sync(0xffffffffu, v);
}
