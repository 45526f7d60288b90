// The CUDA C++ Programming Guide's own examples, and the exercises of "Professional CUDA C Programming".

// Thread Hierarchy, Shared Memory: a sub-matrix is a window with a stride.
typedef struct {
    int width;
    int height;
    int stride;
    float* elements;
} Window;

#define BLOCK_SIZE 8

__device__ float get(const Window A, int row, int col)
{
    return A.elements[row * A.stride + col];
}
__device__ void put(Window A, int row, int col, float value)
{
    A.elements[row * A.stride + col] = value;
}
 __device__ Window tile_at(Window A, int row, int col)
{
    Window left;
    left.width    = BLOCK_SIZE;
    left.height   = BLOCK_SIZE;
    left.stride   = A.stride;
    left.elements = &A.elements[A.stride * BLOCK_SIZE * row
                                         + BLOCK_SIZE * col];
    return left;
}

extern "C" __global__ void product_of_windows(float* a, float* b, float* c, int m, int k, int n)
{
    Window A = {k, m, k, a}, B = {n, k, n, b}, C = {n, m, n, c};
    int tile_row = blockIdx.y;
    int tile_col = blockIdx.x;
    Window result_tile = tile_at(C, tile_row, tile_col);
    float sum_here = 0;
    int row = threadIdx.y;
    int col = threadIdx.x;
    for (int m = 0; m < (A.width / BLOCK_SIZE); ++m) {
        Window left = tile_at(A, tile_row, m);
        Window right = tile_at(B, m, tile_col);
        __shared__ float left_tile[BLOCK_SIZE][BLOCK_SIZE];
        __shared__ float right_tile[BLOCK_SIZE][BLOCK_SIZE];
        left_tile[row][col] = get(left, row, col);
        right_tile[row][col] = get(right, row, col);
        __syncthreads();
        for (int e = 0; e < BLOCK_SIZE; ++e)
            sum_here += left_tile[row][e] * right_tile[e][col];
        __syncthreads();
    }
    put(result_tile, row, col, sum_here);
}

// __shared__: several arrays in one dynamic allocation.
extern "C" __global__ void three_arrays_in_one(short* shorts, float* floats, int* ints)
{
    extern __shared__ float pool[];
    short* shorts_here = (short*)pool;
    float* floats_here = (float*)&shorts_here[128];
    int*   ints_here =   (int*)&floats_here[64];
    int t = threadIdx.x;
    shorts_here[2 * t] = shorts[2 * t]; shorts_here[2 * t + 1] = shorts[2 * t + 1];
    floats_here[t] = floats[t];
    ints_here[t] = ints[t];
    __syncthreads();
    shorts[127 - t] = shorts_here[t];
    floats[t] = floats_here[63 - t] + shorts_here[t];
    ints[t] = ints_here[t ^ 1];
}

// Memory Fence Functions: the last block adds what the others have left.
__device__ unsigned int arrived = 0;
__shared__ bool am_last;
__device__ float own_sum(const float* pool, int N)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) s += pool[i];
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffff, s, d);
    return s;
}
__device__ float sum_of_sums(volatile float* result)
{
    float s = threadIdx.x < gridDim.x ? result[threadIdx.x] : 0;
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffff, s, d);
    return s;
}
extern "C" __global__ void total_by_the_last_block(const float* pool, unsigned int N, volatile float* result)
{
    float mine = own_sum(pool, N);
    if (threadIdx.x == 0) {
        result[blockIdx.x] = mine;
        __threadfence();
        unsigned int value = atomicInc(&arrived, gridDim.x);
        am_last = (value == (gridDim.x - 1));
    }
    __syncthreads();
    if (am_last) {
        float total = sum_of_sums(result);
        if (threadIdx.x == 0) {
            result[0] = total;
            arrived = 0;
        }
    }
}

// Atomic Functions: the double addition by compare-and-swap, on a variable in shared memory.
__device__ double add_by_swap(double* address, double val)
{
    unsigned long long int* bits = (unsigned long long int*)address;
    unsigned long long int old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
extern "C" __global__ void addition_by_swap(const double* in, double* out)
{
    __shared__ double total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    add_by_swap(&total, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = total;
}

extern "C" __global__ void vector_atomics(const float* in, float2* out)
{
    atomicAdd(out, make_float2(in[threadIdx.x], 1.0f));
}

// Warp Shuffle Functions: broadcast, inclusive scan across sub-partitions of 8, reduction.
extern "C" __global__ void broadcast_scan_reduce(int arg, int* out)
{
    int lane = threadIdx.x & 0x1f;
    int value;
    if (lane == 0)
        value = arg;
    value = __shfl_sync(0xffffffff, value, 0);
    out[lane] = value;
    value = 31 - lane;
    for (int i=1; i<=4; i*=2) {
        int n = __shfl_up_sync(0xffffffff, value, i, 8);
        if ((lane & 7) >= i)
            value += n;
    }
    out[32 + lane] = value;
    value = 31 - lane;
    for (int i=16; i>=1; i/=2)
        value += __shfl_xor_sync(0xffffffff, value, i, 32);
    out[64 + lane] = value;
}

// Performance Guidelines: pitched rows, and the assertion that does not spring.
extern "C" __global__ void rows_with_pitch(float* base, size_t pitch, int width, int height)
{
    for (int r = blockIdx.x; r < height; r += gridDim.x) {
        float* row = (float*)((char*)base + r * pitch);
        for (int c = threadIdx.x; c < width; c += blockDim.x) {
            int holds = 1;
            assert(holds && "this never prints");
            row[c] = row[c] * r - c;
        }
    }
}

// Professional CUDA C: divergence by thread and by warp, unrolled reductions, padded and diagonal transposes.
extern "C" __global__ void divergence_by_warp(float *c)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    float ia, ib;
    ia = ib = 0.0f;

    if ((tid / warpSize) % 2 == 0)
    {
        ia = 100.0f;
    }
    else
    {
        ib = 200.0f;
    }
    c[tid] = ia + ib;
}

extern "C" __global__ void reduce_unrolled_by_8(int *values, int *totals, unsigned int n)
{
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 8 + threadIdx.x;

    int *own_values = values + blockIdx.x * blockDim.x * 8;

    if (idx + 7 * blockDim.x < n)
    {
        int a1 = values[idx];
        int a2 = values[idx + blockDim.x];
        int a3 = values[idx + 2 * blockDim.x];
        int a4 = values[idx + 3 * blockDim.x];
        int b1 = values[idx + 4 * blockDim.x];
        int b2 = values[idx + 5 * blockDim.x];
        int b3 = values[idx + 6 * blockDim.x];
        int b4 = values[idx + 7 * blockDim.x];
        values[idx] = a1 + a2 + a3 + a4 + b1 + b2 + b3 + b4;
    }

    __syncthreads();

    for (int stride = blockDim.x / 2; stride > 32; stride >>= 1)
    {
        if (tid < stride)
        {
            own_values[tid] += own_values[tid + stride];
        }

        __syncthreads();
    }

    if (tid < 32)
    {
        volatile int *vmem = own_values;
        vmem[tid] += vmem[tid + 32]; __syncwarp();
        int v = vmem[tid];
        v += __shfl_down_sync(~0u, v, 16); v += __shfl_down_sync(~0u, v, 8); v += __shfl_down_sync(~0u, v, 4);
        v += __shfl_down_sync(~0u, v, 2); v += __shfl_down_sync(~0u, v, 1);
        if (tid == 0) totals[blockIdx.x] = v;
    }
}

#define TILE_X 16
#define BDIMY 8
#define PADDING 2
extern "C" __global__ void transpose_padded_dynamic(float *out, float *in, const int nx, const int ny)
{
    extern __shared__ float tile[];

    unsigned int ix = blockDim.x * blockIdx.x * 2 + threadIdx.x;
    unsigned int iy = blockDim.y * blockIdx.y + threadIdx.y;
    unsigned int ti = iy * nx + ix;
    unsigned int linear = blockDim.x * threadIdx.y + threadIdx.x;
    unsigned int turned_row = linear / blockDim.y;
    unsigned int turned_col = linear % blockDim.y;

    unsigned int x_out = blockDim.y * blockIdx.y + turned_col;
    unsigned int y_out = blockDim.x * 2 * blockIdx.x + turned_row;
    unsigned int to = y_out * ny + x_out;

    if (ix + blockDim.x < nx && iy < ny)
    {
        unsigned int row_at = threadIdx.y * (blockDim.x * 2 + PADDING) + threadIdx.x;
        tile[row_at] = in[ti];
        tile[row_at + TILE_X] = in[ti + TILE_X];
        __syncthreads();

        unsigned int col_at = turned_col * (blockDim.x * 2 + PADDING) + turned_row;
        out[to] = tile[col_at];
        out[to + ny * TILE_X] = tile[col_at + TILE_X];
    }
}
