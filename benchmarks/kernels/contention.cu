// Atomics that wait for each other: benchmarks/contention.py times them. The amount differs from lane to lane, so that the
// compiler cannot add up a warp's lanes itself.

// Each warp adds to 32 / SHARE neighbouring words of its own 128 bytes: SHARE lanes meet at each.
extern "C" __global__ void global_adds(unsigned* words, int share, int rounds)
{
    int lane = threadIdx.x % 32;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned* own = words + warp * 32 + lane / share;
    for (int k = 0; k < rounds; ++k)
        atomicAdd(own, lane + k);
}

// The same in shared memory.
extern "C" __global__ void shared_adds(unsigned* words, int share, int rounds)
{
    __shared__ unsigned own[256];
    int t = threadIdx.x;
    own[t] = 0;
    __syncthreads();
    unsigned* word = own + t / 32 * 32 + t % 32 / share;
    for (int k = 0; k < rounds; ++k)
        atomicAdd(word, t % 32 + k);
    __syncthreads();
    words[blockIdx.x * blockDim.x + t] = own[t];
}

// The largest of the numbers, in a word of its own for each block: by one atomic of the hardware, and by a loop of
// compare-and-swap. Every lane tries.
extern "C" __global__ void native_max(const int* in, int* largest, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicMax(&largest[blockIdx.x], in[i]);
}

extern "C" __global__ void swap_max(const int* in, int* largest, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int seen = largest[blockIdx.x];
        while (in[i] > seen) {
            int expected = seen;
            seen = atomicCAS(&largest[blockIdx.x], expected, in[i]);
            if (seen == expected)
                break;
        }
    }
}

// One sum of floats: an atomic for each element.
extern "C" __global__ void sum_by_atomics(const float* in, float* sum, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(sum, in[i]);
}

// What a block does to wait, or to order memory, `rounds` times. words[0] keeps the cycles of block 0's first warp.
#define TIMED(name, what)                                                                       \
    extern "C" __global__ void name(unsigned* words, int share, int rounds)                     \
    {                                                                                           \
        __shared__ unsigned word[32];                                                           \
        unsigned* own = words + 1024 + blockIdx.x * blockDim.x + threadIdx.x;                   \
        word[threadIdx.x % 32] = 0;                                                             \
        *own = 0;                                                                               \
        __syncthreads();                                                                        \
        long long begin = clock64();                                                            \
        for (int k = 0; k < rounds; ++k) {                                                      \
            what;                                                                               \
        }                                                                                       \
        long long end = clock64();                                                              \
        if (blockIdx.x == 0 && threadIdx.x == 0)                                                \
            words[0] = (unsigned)(end - begin);                                                 \
        __syncthreads();                                                                        \
        *own += word[threadIdx.x % 32];                                                         \
    }
TIMED(wait_for_block, __syncthreads())
TIMED(wait_for_warp, __syncwarp())
TIMED(fence_of_block, *(volatile unsigned*)own = k; __threadfence_block())
TIMED(fence_of_device, *(volatile unsigned*)own = k; __threadfence())
TIMED(volatile_store, *(volatile unsigned*)own = k)
