// Partial sums: sums[b] is the sum of the share of block b. The host has asked how many blocks of this kernel a GPU holds at
// once, on an H200 132 x 8 = 1,056, and launches just so many: one wave. There is no tail if all of them have equally much
// to do. So a block does not take a fixed number of elements: it takes its share of n, one stretch of neighbours.

constexpr int THREADS = 256;

// The sum of the block's `value`, for thread 0.
__device__ float block_sum(float value)
{
    __shared__ float of_warp[THREADS / 32];

    for (int apart = 16; apart > 0; apart /= 2)
        value += __shfl_down_sync(0xffffffff, value, apart);
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = value;
    __syncthreads();

    float sum = 0.0f;
    for (int warp = 0; warp < THREADS / 32; ++warp)
        sum += of_warp[warp];
    return sum;
}

extern "C" __global__ void grid_size(const float* in, float* sums, int n)
{
    int blocks = gridDim.x;

    // TODO(1): how long a share is: the smallest multiple of 32 floats (128 bytes, a cache line) with which `blocks` shares
    // cover all n elements. Then where the share of this block begins, and where it ends, at n at the latest. (3 lines)

    // TODO(2): this thread's part of the sum of elements begin to end - 1; neighbouring threads read neighbours. (3 lines)
    float sum = 0.0f;

    sum = block_sum(sum);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}
