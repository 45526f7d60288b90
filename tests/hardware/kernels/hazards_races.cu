// Kernels with and without data races in shared memory. The comment says what is wrong, or that nothing is.
#include <cuda_pipeline.h>
constexpr int TILE = 16;

// Clean: the tiled SGEMM with both barriers. n x n matrices, block (16, 16).
extern "C" __global__ void tiled_clean(const float* A, const float* B, float* C, int n) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int start = 0; start < n; start += TILE) {
        tile_a[threadIdx.y][threadIdx.x] = A[row * n + start + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = B[(start + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

// The tiles are read before every thread has written its element.
extern "C" __global__ void tiled_no_first_barrier(const float* A, const float* B, float* C, int n) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int start = 0; start < n; start += TILE) {
        tile_a[threadIdx.y][threadIdx.x] = A[row * n + start + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = B[(start + threadIdx.y) * n + col];
        for (int k = 0; k < TILE; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

// The next tile is written while slower threads still read the present one.
extern "C" __global__ void tiled_no_second_barrier(const float* A, const float* B, float* C, int n) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int start = 0; start < n; start += TILE) {
        tile_a[threadIdx.y][threadIdx.x] = A[row * n + start + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = B[(start + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    }
    C[row * n + col] = sum;
}

// __syncwarp instead of __syncthreads: enough for the A tile, whose rows stay in one warp, not for the B tile.
extern "C" __global__ void tiled_warp_barriers(const float* A, const float* B, float* C, int n) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int start = 0; start < n; start += TILE) {
        tile_a[threadIdx.y][threadIdx.x] = A[row * n + start + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = B[(start + threadIdx.y) * n + col];
        __syncwarp();
        for (int k = 0; k < TILE; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncwarp();
    }
    C[row * n + col] = sum;
}

// No barrier between the steps of a reduction. Block of 256.
extern "C" __global__ void reduce_no_barrier(const float* in, float* out) {
    __shared__ float partial[256];
    int tid = threadIdx.x;
    partial[tid] = in[tid];
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (tid < s) partial[tid] += partial[tid + s];
    }
    if (tid == 0) out[0] = partial[0];
}

// Clean. Block of 256.
extern "C" __global__ void reduce_clean(const float* in, float* out) {
    __shared__ float partial[256];
    int tid = threadIdx.x;
    partial[tid] = in[tid];
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (tid < s) partial[tid] += partial[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[0] = partial[0];
}

// The last warp relies on lockstep. Block of 32.
extern "C" __global__ void warp_tail_no_barrier(const float* in, float* out) {
    __shared__ volatile float partial[64];
    int tid = threadIdx.x;
    partial[tid] = in[tid];
    partial[tid + 32] = in[tid + 32];
    for (int s = 32; s > 0; s /= 2) {
        partial[tid] = partial[tid] + partial[tid + s];
    }
    if (tid == 0) out[0] = partial[0];
}

// One __syncwarp a step: a lane may write what its neighbour has yet to read in the same step.
extern "C" __global__ void warp_tail_one_barrier(const float* in, float* out) {
    __shared__ float partial[64];
    int tid = threadIdx.x;
    partial[tid] = in[tid];
    partial[tid + 32] = in[tid + 32];
    __syncwarp();
    for (int s = 32; s > 0; s /= 2) {
        partial[tid] += partial[tid + s];
        __syncwarp();
    }
    if (tid == 0) out[0] = partial[0];
}

// Clean: reads and writes are apart.
extern "C" __global__ void warp_tail_two_barriers(const float* in, float* out) {
    __shared__ float partial[64];
    int tid = threadIdx.x;
    partial[tid] = in[tid];
    partial[tid + 32] = in[tid + 32];
    __syncwarp();
    for (int s = 32; s > 0; s /= 2) {
        float other = partial[tid + s];
        __syncwarp();
        if (tid < s) partial[tid] += other;
        __syncwarp();
    }
    if (tid == 0) out[0] = partial[0];
}

// In place, but only the lower half works: what is written is not read by others in the same step.
extern "C" __global__ void warp_tail_lower_half(const float* in, float* out) {
    __shared__ float partial[64];
    int tid = threadIdx.x;
    partial[tid] = in[tid];
    partial[tid + 32] = in[tid + 32];
    __syncwarp();
    for (int s = 32; s > 0; s /= 2) {
        if (tid < s) partial[tid] += partial[tid + s];
        __syncwarp();
    }
    if (tid == 0) out[0] = partial[0];
}

// Every thread stores the same value to the same place.
extern "C" __global__ void same_value_stores(const int* in, int* out) {
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (in[threadIdx.x] >= 0) found = 1;
    __syncthreads();
    out[threadIdx.x] = found;
}

// Every thread stores its own value to the same place. Block of 64.
extern "C" __global__ void different_values(const int* in, int* out) {
    __shared__ int last;
    last = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = last;
}

// Two lanes of one warp store different values to one element by one instruction. Block of 32.
extern "C" __global__ void pairs_of_lanes(const int* in, int* out) {
    __shared__ int values[16];
    values[threadIdx.x / 2] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x / 2];
}

// A thread reads its neighbour's element; there is no barrier. One warp or more.
extern "C" __global__ void neighbour_no_barrier(const int* in, int* out) {
    __shared__ int values[256];
    values[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = values[(threadIdx.x + 1) % blockDim.x];
}

// Clean in a block of one warp, a race across warps.
extern "C" __global__ void neighbour_warp_barrier(const int* in, int* out) {
    __shared__ int values[256];
    values[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = values[(threadIdx.x + 1) % blockDim.x];
}

// A shuffle is no memory barrier between the lanes.
extern "C" __global__ void neighbour_after_shuffle(const int* in, int* out) {
    __shared__ int values[32];
    values[threadIdx.x] = in[threadIdx.x];
    int other = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 1);
    out[threadIdx.x] = values[(threadIdx.x + 1) % 32] + other;
}

// Clean: only atomics touch the counter between barriers.
extern "C" __global__ void atomics_only(const int* in, int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (in[threadIdx.x] >= 50) atomicAdd(&count, in[threadIdx.x]);
    __syncthreads();
    out[threadIdx.x] = count;
}

// The counter is read while others still add.
extern "C" __global__ void atomics_and_read(const int* in, int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (in[threadIdx.x] >= 50) atomicAdd(&count, in[threadIdx.x]);
    out[threadIdx.x] = count;
}

// The copy is read before it was waited for. Block of 256.
extern "C" __global__ void async_no_wait(const float* in, float* out) {
    __shared__ float tile[256];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __syncthreads();
    out[threadIdx.x] = tile[255 - threadIdx.x];
    __pipeline_wait_prior(0);
}

// Every thread waits for its own copy, but not for the others'. Block of 256.
extern "C" __global__ void async_no_barrier(const float* in, float* out) {
    __shared__ float tile[256];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = tile[255 - threadIdx.x];
}

// Clean. Block of 256.
extern "C" __global__ void async_clean(const float* in, float* out) {
    __shared__ float tile[256];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[255 - threadIdx.x];
}

// All blocks add to one global value without atomics.
extern "C" __global__ void global_sum(const int* in, int* out) {
    out[0] += in[blockIdx.x * blockDim.x + threadIdx.x];
}

// The bytes of one word belong to different threads: no race. Block of 128.
extern "C" __global__ void bytes_of_a_word(const unsigned char* in, unsigned char* out) {
    __shared__ unsigned char values[128];
    values[threadIdx.x] = in[threadIdx.x];
    values[threadIdx.x] += 1;
    out[threadIdx.x] = values[threadIdx.x];
}

// The bins are cleared, but adding starts before all are.
extern "C" __global__ void histogram_no_first_barrier(const int* in, int* out) {
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    atomicAdd(&bins[in[threadIdx.x]], 1);
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}

// The bins are read before all was added.
extern "C" __global__ void histogram_no_last_barrier(const int* in, int* out) {
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x]], 1);
    out[threadIdx.x] = bins[threadIdx.x];
}

// Counting without atomics.
extern "C" __global__ void histogram_no_atomics(const int* in, int* out) {
    __shared__ int bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    bins[in[threadIdx.x]] += 1;
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}

// In place: a thread overwrites what its neighbour has yet to read.
extern "C" __global__ void shift_in_place(const int* in, int* out) {
    __shared__ int values[256];
    values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int next = values[(threadIdx.x + 1) % 256];
    values[threadIdx.x] = next;
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];
}
