// A row moved below zero, as a softmax begins: out[r][c] = in[r][c] - (the largest element of row r). Rows have at most
// 32,768 elements. A block of 512 threads has one row, 64 elements a thread, and reads it from global memory once.
// 64 elements in registers leave no room for a second block: 2 x 512 threads get 64 registers each, addresses and all.
// With __launch_bounds__(512, 2) alone the compiler spills. Keep a part of the row in shared memory.

constexpr int THREADS = 512;
constexpr int VALUES = 64;    // elements a thread

// The largest of the block's `best`, for every thread.
__device__ float block_max(float best)
{
    __shared__ float of_warp[THREADS / 32];

    for (int apart = 16; apart > 0; apart /= 2)
        best = fmaxf(best, __shfl_xor_sync(0xffffffff, best, apart));
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = best;
    __syncthreads();

    for (int warp = 0; warp < THREADS / 32; ++warp)
        best = fmaxf(best, of_warp[warp]);
    return best;
}

// TODO(1): how many of a thread's elements wait in shared memory? A block may have 48 KB of it. (1 line)
constexpr int PARKED = 0;
constexpr int KEPT = VALUES - PARKED;    // the others wait in registers

extern "C" __global__ void
// TODO(2): promise the compiler the size of the block, and ask for two blocks on a multiprocessor. (1 line)
fit_two_blocks(const float* __restrict__ in, float* __restrict__ out, int rows, int cols)
{
    const float* from = in + blockIdx.x * cols;
    float* to = out + blockIdx.x * cols;
    int t = threadIdx.x;
    float kept[KEPT];
    float best = -INFINITY;

    #pragma unroll
    for (int k = 0; k < KEPT; ++k) {
        int col = t + k * THREADS;
        kept[k] = col < cols ? from[col] : -INFINITY;
        best = fmaxf(best, kept[k]);
    }

    // TODO(3): declare the shared array, PARKED elements for each thread, and fill it with the elements KEPT to VALUES - 1
    // of this thread, those beyond the row left out; they count for `best`, too. (about 7 lines)

    best = block_max(best);

    #pragma unroll
    for (int k = 0; k < KEPT; ++k) {
        int col = t + k * THREADS;
        if (col < cols)
            to[col] = kept[k] - best;
    }

    // TODO(4): write the elements that waited in shared memory. (about 4 lines)
}
