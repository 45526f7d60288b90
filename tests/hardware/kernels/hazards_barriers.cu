// Kernels whose threads do not all reach the same barrier. Block of 64 threads unless said otherwise.

// Half of every warp reaches the barrier.
extern "C" __global__ void barrier_half_warp(const int* in, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x % 32 < 16) __syncthreads();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

// The first warp alone reaches the barrier; the other goes to its end.
extern "C" __global__ void barrier_one_warp(const int* in, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32) __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];
}

// The first warp reaches one barrier more than the second.
extern "C" __global__ void barrier_once_more(const int* in, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32) __syncthreads();
    __syncthreads();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

// Two textual barriers, one for each half of a warp.
extern "C" __global__ void barrier_both_halves(const int* in, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x % 32 < 16) {
        values[threadIdx.x] += 1;
        __syncthreads();
    } else {
        values[threadIdx.x] += 2;
        __syncthreads();
    }
    out[threadIdx.x] = values[63 - threadIdx.x];
}

// Two textual barriers, one for each warp.
extern "C" __global__ void barrier_both_warps(const int* in, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32) {
        values[threadIdx.x] += 1;
        __syncthreads();
    } else {
        values[threadIdx.x] += 2;
        __syncthreads();
    }
    out[threadIdx.x] = values[63 - threadIdx.x];
}

// Threads past n leave before the barrier. n decides whether part of a warp or whole warps go.
extern "C" __global__ void return_before_barrier(const int* in, int* out, int n) {
    __shared__ int values[64];
    if (threadIdx.x >= n) return;
    values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = values[n - 1 - threadIdx.x];
}

// The guard of a naive kernel in a tiled one: threads past the edge leave, then come barriers in a loop. Block (16, 16).
extern "C" __global__ void return_before_tiles(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float tile_a[16][16];
    __shared__ float tile_b[16][16];
    int row = blockIdx.y * 16 + threadIdx.y;
    int col = blockIdx.x * 16 + threadIdx.x;
    if (row >= M || col >= N) return;
    float sum = 0.0f;
    for (int start = 0; start < K; start += 16) {
        tile_a[threadIdx.y][threadIdx.x] = A[row * K + start + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = B[(start + threadIdx.y) * N + col];
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncthreads();
    }
    C[row * N + col] = sum;
}

// The number of barriers depends on the thread: lanes of a warp differ.
extern "C" __global__ void barrier_in_lane_loop(const int* trips, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = 0;
    for (int i = 0; i < trips[threadIdx.x]; ++i) {
        values[threadIdx.x] += i;
        __syncthreads();
    }
    out[threadIdx.x] = values[threadIdx.x];
}

// The number of barriers depends on the warp.
extern "C" __global__ void barrier_in_warp_loop(const int* trips, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = 0;
    for (int i = 0; i < trips[threadIdx.x / 32]; ++i) {
        values[threadIdx.x] += i;
        __syncthreads();
    }
    out[threadIdx.x] = values[threadIdx.x];
}

// Clean: the condition is the same for the whole block.
extern "C" __global__ void barrier_by_block(const int* in, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = in[threadIdx.x];
    if (blockIdx.x % 2 == 0) __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = values[threadIdx.x];
}

// __syncwarp names all lanes, but half of them never come.
extern "C" __global__ void warp_barrier_half(const int* in, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x % 32 < 16) __syncwarp();
    out[threadIdx.x] = values[threadIdx.x];
}

// __shfl_down_sync names all lanes, but half of them are elsewhere.
extern "C" __global__ void shuffle_half(const int* in, int* out) {
    int value = in[threadIdx.x];
    if (threadIdx.x % 32 < 16) value += __shfl_down_sync(0xffffffff, value, 8);
    out[threadIdx.x] = value;
}

// The number of barriers in the loop depends on the thread, and all meet at another barrier after it.
extern "C" __global__ void barrier_after_lane_loop(const int* trips, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = 0;
    for (int i = 0; i < trips[threadIdx.x]; ++i) {
        values[threadIdx.x] += i;
        __syncthreads();
    }
    __syncthreads();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

// The same by warp.
extern "C" __global__ void barrier_after_warp_loop(const int* trips, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = 0;
    for (int i = 0; i < trips[threadIdx.x / 32]; ++i) {
        values[threadIdx.x] += i;
        __syncthreads();
    }
    __syncthreads();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

// Lanes leave one by one between the barriers of a loop.
extern "C" __global__ void return_between_barriers(const int* trips, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = 0;
    for (int i = 0; i < 3; ++i) {
        if (i >= trips[threadIdx.x]) return;
        values[threadIdx.x] += i;
        __syncthreads();
    }
    out[threadIdx.x] = values[threadIdx.x];
}

// One half of a warp waits, the other returns.
extern "C" __global__ void barrier_or_return(const int* in, int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x % 32 >= 16) {
        return;
    }
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];
}
