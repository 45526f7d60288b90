// Sums of the rows of a matrix, a block of 256 threads to a row. The kernels load alike and differ in how the 256 sums
// that the threads have then become one: by a tree in shared memory, by the same tree with barriers only where warps
// meet, or by shuffles within warps.
constexpr int THREADS = 256, WARP = 32, WARPS = THREADS / WARP;

// Every 256th element of the row: the lanes of a warp load neighbours.
__device__ float thread_sum(const float* row, int cols)
{
    float sum = 0.0f;
    for (int col = threadIdx.x; col < cols; col += THREADS)
        sum += row[col];
    return sum;
}

extern "C" __global__ void row_sums_tree(const float* in, float* out, int rows, int cols)
{
    __shared__ float partial[THREADS];

    int row = blockIdx.x;
    if (row >= rows)
        return; // the whole block, so that nobody waits for it
    int thread = threadIdx.x;
    partial[thread] = thread_sum(&in[row * cols], cols);
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (thread < half)
            partial[thread] += partial[thread + half];
        __syncthreads();
    }
    if (thread == 0)
        out[row] = partial[0];
}

// The same additions. From 32 values on only the first warp is left, which needs no barrier of the block.
extern "C" __global__ void row_sums_tree_few_barriers(const float* in, float* out, int rows, int cols)
{
    __shared__ float partial[THREADS];

    int row = blockIdx.x;
    if (row >= rows)
        return; // the whole block, so that nobody waits for it
    int thread = threadIdx.x;
    partial[thread] = thread_sum(&in[row * cols], cols);
    __syncthreads();
    for (int half = THREADS / 2; half >= WARP; half /= 2) {
        if (thread < half)
            partial[thread] += partial[thread + half];
        __syncthreads();
    }
    if (thread >= WARP)
        return;
    for (int half = WARP / 2; half > 0; half /= 2) {
        if (thread < half)
            partial[thread] += partial[thread + half];
        __syncwarp();
    }
    if (thread == 0)
        out[row] = partial[0];
}

// The sum of the values of all lanes, in lane 0.
__device__ float warp_sum(float value)
{
    for (int offset = WARP / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void row_sums_shuffle(const float* in, float* out, int rows, int cols)
{
    __shared__ float partial[WARPS];

    int row = blockIdx.x;
    if (row >= rows)
        return; // the whole block, so that nobody waits for it
    int lane = threadIdx.x % WARP;
    int warp = threadIdx.x / WARP;
    float sum = warp_sum(thread_sum(&in[row * cols], cols));
    if (lane == 0)
        partial[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < WARPS ? partial[lane] : 0.0f);
        if (lane == 0)
            out[row] = sum;
    }
}
