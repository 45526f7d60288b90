// A row moved below zero, as a softmax begins: out[r][c] = in[r][c] - (the largest element of row r). Rows have at most
// 24,576 elements. A block of 512 threads has one row, and each thread keeps its 48 elements of it in registers.
// Left alone, the compiler takes 72 registers a thread, and one block fills a multiprocessor: while it waits at its barrier,
// nobody loads. 64 registers would do.

constexpr int THREADS = 512;
constexpr int VALUES = 48;

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

extern "C" __global__ void
// TODO(1): promise the compiler the size of the block, and ask for two blocks on a multiprocessor. (1 line)
bound_the_block(const float* __restrict__ in, float* __restrict__ out, int rows, int cols)
{
    const float* from = in + blockIdx.x * cols;
    float* to = out + blockIdx.x * cols;
    float value[VALUES];
    float best = -INFINITY;

    #pragma unroll
    for (int k = 0; k < VALUES; ++k) {
        int col = threadIdx.x + k * THREADS;
        value[k] = col < cols ? from[col] : -INFINITY;
        best = fmaxf(best, value[k]);
    }

    best = block_max(best);

    #pragma unroll
    for (int k = 0; k < VALUES; ++k) {
        int col = threadIdx.x + k * THREADS;
        if (col < cols)
            to[col] = value[k] - best;
    }
}
