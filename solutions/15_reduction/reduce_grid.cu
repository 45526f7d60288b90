// out[0] is the sum of the n elements of `in`, with one launch of any number of blocks up to MOST_BLOCKS. Each block adds up
// its share and publishes its partial sum; whichever block comes last adds up the partial sums, always in the same order.
// `in` begins at a multiple of 16 bytes.

constexpr int BLOCK = 256;
constexpr int WARPS = BLOCK / 32;
constexpr int MOST_BLOCKS = 4096;
constexpr unsigned int ALL_LANES = 0xffffffff;

// Device variables live as long as the program. `finished` is 0 before a launch and has to be 0 again after it.
__device__ float partial[MOST_BLOCKS];
__device__ unsigned int finished = 0;

__device__ float warp_sum(float value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(ALL_LANES, value, distance);
    return value;
}

// The sum of the block's values, which thread 0 returns. All threads call this.
__device__ float block_sum(float value)
{
    __shared__ float sums[WARPS];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    value = warp_sum(value);
    __syncthreads();    // the words may still be in use, if this is not the first call
    if (lane == 0)
        sums[warp] = value;
    __syncthreads();
    return warp == 0 ? warp_sum(lane < WARPS ? sums[lane] : 0.0f) : 0.0f;
}

extern "C" __global__ void reduce_grid(const float* in, float* out, int n)
{
    __shared__ bool last;
    int thread = blockIdx.x * BLOCK + threadIdx.x;
    int threads = gridDim.x * BLOCK;

    // TODO(1): add up this thread's share of `in`: groups of four in a grid-stride loop, 16 bytes a load, and then what is
    // left behind the last whole group, at most three elements. (about 8 lines)
    float sum = 0.0f;
    // BEGIN SOLUTION
    const float4* groups = reinterpret_cast<const float4*>(in);
#pragma unroll 4
    for (int g = thread; g < n / 4; g += threads) {
        float4 four = groups[g];
        sum += (four.x + four.y) + (four.z + four.w);
    }
    if (thread < n % 4)
        sum += in[n / 4 * 4 + thread];
    // END SOLUTION

    sum = block_sum(sum);

    // TODO(2): let thread 0 publish the block's partial sum, make it visible to the whole GPU before anything else, and then
    // count the block as finished. `last` is whether it is the last of the grid. (about 4 lines)
    if (threadIdx.x == 0) {
        // BEGIN SOLUTION
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
        // END SOLUTION
        // BEGIN STARTER
        //| last = false;
        // END STARTER
    }
    __syncthreads();

    // TODO(3): let the threads of the last block add up all partial sums, write the result, and set `finished` back to 0.
    // The counter tells that they are written; that this side sees them takes a fence of its own, too. __ldcg reads them
    // from L2, where all blocks' stores are, and not from this multiprocessor's L1. (about 9 lines)
    if (last) {
        // BEGIN SOLUTION
        __threadfence();
        float total = 0.0f;
        for (int b = threadIdx.x; b < gridDim.x; b += BLOCK)
            total += __ldcg(&partial[b]);
        total = block_sum(total);
        if (threadIdx.x == 0) {
            out[0] = total;
            finished = 0;
        }
        // END SOLUTION
    }
}
