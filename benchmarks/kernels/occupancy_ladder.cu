// What occupancy is worth: copies with several loads in flight, chains of multiply-adds, blocks that take equally long, sums
// of blocks with a given number of elements, and a kernel that wants as many registers as it is told to.
// benchmarks/occupancy_ladder.py compiles this file with the macros below and launches it with more and less shared memory,
// which nobody uses: it only keeps blocks out.

#ifndef LOADS
#define LOADS 1     // of a thread, before its first store
#endif
#ifndef CHAINS
#define CHAINS 1    // independent chains of a thread
#endif
#ifndef VALUES
#define VALUES 32   // kept by a thread of many_values
#endif
#ifndef BOUND
#define BOUND       // __launch_bounds__ or __maxnreg__ of many_values
#endif

template <typename Word>
__device__ __forceinline__ void copy_words(const Word* __restrict__ in, Word* __restrict__ out, int n)
{
    int first = blockIdx.x * blockDim.x * LOADS + threadIdx.x;
    Word word[LOADS];

    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * blockDim.x < n)
            word[k] = in[first + k * blockDim.x];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * blockDim.x < n)
            out[first + k * blockDim.x] = word[k];
}

extern "C" __global__ void copy_floats(const float* in, float* out, int n) { copy_words(in, out, n); }
extern "C" __global__ void copy_pieces(const float4* in, float4* out, int n) { copy_words(in, out, n); }

// Each step needs the one before it; `rounds` is a multiple of 4.
extern "C" __global__ void fma_chains(float* out, int rounds)
{
    float value[CHAINS];
    #pragma unroll
    for (int k = 0; k < CHAINS; ++k)
        value[k] = threadIdx.x + k;

    #pragma unroll 4
    for (int round = 0; round < rounds; ++round)
        #pragma unroll
        for (int k = 0; k < CHAINS; ++k)
            value[k] = value[k] * 0.9999f + 0.5f;

    float sum = 0.0f;
    #pragma unroll
    for (int k = 0; k < CHAINS; ++k)
        sum += value[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Block b adds up elements b * share to (b + 1) * share - 1, as exercise 14_occupancy/grid_size does.
extern "C" __global__ void share_sums(const float* __restrict__ in, float* sums, int n, int share)
{
    __shared__ float of_warp[32];
    int begin = blockIdx.x * share;
    int end = min(begin + share, n);
    float sum = 0.0f;
    for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
        sum += in[i];
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, apart);
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int warp = 1; warp < blockDim.x / 32; ++warp)
            sum += of_warp[warp];
        sums[blockIdx.x] = sum;
    }
}

// VALUES polynomials at once, all of them alive through the loop over the inputs.
extern "C" __global__ void BOUND many_values(const float* __restrict__ in, float* __restrict__ out, int rounds, int n)
{
    float value[VALUES];
    #pragma unroll
    for (int k = 0; k < VALUES; ++k)
        value[k] = k;

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int round = 0; round < rounds; ++round) {
        float x = in[(i + round * threads) % n];
        #pragma unroll
        for (int k = 0; k < VALUES; ++k)
            value[k] = value[k] * x + (k + 1);
    }

    float sum = 0.0f;
    #pragma unroll
    for (int k = 0; k < VALUES; ++k)
        sum += value[k];
    out[i] = sum;
}
