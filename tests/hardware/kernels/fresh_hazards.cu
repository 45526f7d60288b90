// Faulty kernels next to their sound twins: barriers around tiles and scratch, races that few threads see, warps.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// ---- barriers around tiles and scratch

extern "C" __global__ void halo_unordered(const float* in, float* out) {
    __shared__ float s[66];
    int i = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x + 1;
    s[t] = in[i];
    if (threadIdx.x == 0) s[0] = i ? in[i - 1] : 0;
    if (threadIdx.x == 63) s[65] = blockIdx.x + 1 < gridDim.x ? in[i + 1] : 0;
    out[i] = s[t - 1] + s[t] + s[t + 1];
}

extern "C" __global__ void halo_ordered(const float* in, float* out) {
    __shared__ float s[66];
    int i = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x + 1;
    s[t] = in[i];
    if (threadIdx.x == 0) s[0] = i ? in[i - 1] : 0;
    if (threadIdx.x == 63) s[65] = blockIdx.x + 1 < gridDim.x ? in[i + 1] : 0;
    __syncthreads();
    out[i] = s[t - 1] + s[t] + s[t + 1];
}

template <bool trailing>
__device__ void gemv_pieces(const float* A, const float* x, float* y, int n) {
    __shared__ float piece[64];
    float dot = 0;
    for (int base = 0; base < n; base += 64) {
        piece[threadIdx.x] = x[base + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; ++k) dot += A[(base + k) * 64 + threadIdx.x] * piece[k];
        if (trailing) __syncthreads();
    }
    y[threadIdx.x] = dot;
}

extern "C" __global__ void gemv_piece_reused(const float* A, const float* x, float* y, int n) {
    gemv_pieces<false>(A, x, y, n);
}
extern "C" __global__ void gemv_piece_guarded(const float* A, const float* x, float* y, int n) {
    gemv_pieces<true>(A, x, y, n);
}

// One barrier a round is enough with two buffers, and too few with one.
template <int buffers>
__device__ void rounds_with(const int* in, int* out, int rounds) {
    __shared__ int s[buffers][64];
    int sum = 0;
    for (int r = 0; r < rounds; ++r) {
        s[r % buffers][threadIdx.x] = in[r * 64 + threadIdx.x];
        __syncthreads();
        sum += s[r % buffers][63 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void rounds_one_buffer(const int* in, int* out, int rounds) { rounds_with<1>(in, out, rounds); }
extern "C" __global__ void rounds_two_buffers(const int* in, int* out, int rounds) { rounds_with<2>(in, out, rounds); }

// The next tile is fetched while this one is used; the swap needs a barrier.
template <bool barrier_at_swap>
__device__ void prefetched(const int* in, int* out, int tiles) {
    __shared__ int s[2][64];
    int now = 0, sum = 0;
    s[0][threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int k = 1; k <= tiles; ++k) {
        if (k < tiles) s[1 - now][threadIdx.x] = in[k * 64 + threadIdx.x];
        sum += s[now][(threadIdx.x + 32) % 64];
        if (barrier_at_swap) __syncthreads();
        now = 1 - now;
    }
    out[threadIdx.x] = sum;
}

extern "C" __global__ void prefetch_unordered(const int* in, int* out, int tiles) { prefetched<false>(in, out, tiles); }
extern "C" __global__ void prefetch_ordered(const int* in, int* out, int tiles) { prefetched<true>(in, out, tiles); }

// Hillis and Steele: in place with one barrier a step, and to and fro between two arrays.
extern "C" __global__ void scan_in_place(const int* in, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    for (int d = 1; d < 128; d *= 2) {
        __syncthreads();
        if (t >= d) s[t] += s[t - d];
    }
    __syncthreads();
    out[t] = s[t];
}

extern "C" __global__ void scan_to_and_fro(const int* in, int* out) {
    __shared__ int s[2][128];
    int t = threadIdx.x, from = 0;
    s[0][t] = in[t];
    for (int d = 1; d < 128; d *= 2) {
        __syncthreads();
        s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
        from = 1 - from;
    }
    out[t] = s[from][t];
}

// A helper whose scratch is used twice in a row.
template <bool guarded>
__device__ int sum_of_block(int v, int* scratch) {
    v = __reduce_add_sync(0xffffffff, v);
    if (guarded) __syncthreads();
    if (threadIdx.x % 32 == 0) scratch[threadIdx.x / 32] = v;
    __syncthreads();
    int sum = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) sum += scratch[w];
    return sum;
}

extern "C" __global__ void helper_twice(const int* in, int* out) {
    __shared__ int scratch[4];
    int a = sum_of_block<false>(in[threadIdx.x], scratch);
    int b = sum_of_block<false>(in[threadIdx.x] * a % 7, scratch);
    out[threadIdx.x] = a + b;
}

extern "C" __global__ void helper_twice_guarded(const int* in, int* out) {
    __shared__ int scratch[4];
    int a = sum_of_block<true>(in[threadIdx.x], scratch);
    int b = sum_of_block<true>(in[threadIdx.x] * a % 7, scratch);
    out[threadIdx.x] = a + b;
}

// A mean that one thread writes for all.
extern "C" __global__ void mean_at_once(const float* in, float* out) {
    __shared__ float s[64], mean;
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 40) {
        float sum = 0;
        for (int i = 0; i < 64; ++i) sum += s[i];
        mean = sum / 64;
    }
    out[threadIdx.x] = in[threadIdx.x] - mean;
}

extern "C" __global__ void mean_awaited(const float* in, float* out) {
    __shared__ float s[64], mean;
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 40) {
        float sum = 0;
        for (int i = 0; i < 64; ++i) sum += s[i];
        mean = sum / 64;
    }
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x] - mean;
}

extern "C" __global__ void reversed_in_place(int* data) {
    __shared__ int s[96];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    s[t] = s[95 - t];
    __syncthreads();
    data[t] = s[t];
}

extern "C" __global__ void reversed_by_pairs(int* data) {
    __shared__ int s[96];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    if (t < 48) {
        int v = s[t];
        s[t] = s[95 - t];
        s[95 - t] = v;
    }
    __syncthreads();
    data[t] = s[t];
}

// A pivot that every thread reads while its owner already scales it.
extern "C" __global__ void pivot_scaled_early(float* row) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = row[t] + 3;
    __syncthreads();
    s[t] /= s[0];
    row[t] = s[t];
}

extern "C" __global__ void pivot_kept(float* row) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = row[t] + 3;
    __syncthreads();
    float pivot = s[0];
    __syncthreads();
    s[t] /= pivot;
    row[t] = s[t];
}

// Tickets: the number is overwritten while slow threads still read it.
template <bool trailing>
__device__ void take_tickets(int* out, unsigned* next, int pieces) {
    __shared__ unsigned piece;
    while (true) {
        if (threadIdx.x == 0) piece = atomicAdd(next, 1);
        __syncthreads();
        if (piece >= pieces) return;
        out[piece * 64 + threadIdx.x] = piece;
        if (trailing) __syncthreads();
    }
}

extern "C" __global__ void tickets_overrun(int* out, unsigned* next, int pieces) {
    take_tickets<false>(out, next, pieces);
}
extern "C" __global__ void tickets_in_step(int* out, unsigned* next, int pieces) {
    take_tickets<true>(out, next, pieces);
}

// ---- races that few threads see

extern "C" __global__ void tail_race(const int* in, int* out, int n) {
    __shared__ int s[100];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t + 64 < n) s[t] += s[t + 64];
    if (t == 70) s[2] += s[99];
    __syncthreads();
    out[t] = s[t];
}

extern "C" __global__ void tail_sound(const int* in, int* out, int n) {
    __shared__ int s[100];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t + 64 < n) s[t] += s[t + 64];
    __syncthreads();
    if (t == 70) s[2] += s[99];
    __syncthreads();
    out[t] = s[t];
}

extern "C" __global__ void one_pair_of_warps(const int* in, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x, w = t / 32;
    s[t] = in[t];
    __syncwarp();
    out[t] = w == 2 ? s[t + 32] : s[t ^ 1];
}

extern "C" __global__ void pairs_within_warps(const int* in, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x, w = t / 32;
    s[t] = in[t];
    __syncwarp();
    out[t] = w == 2 ? s[t ^ 16] : s[t ^ 1];
}

// ---- warps

extern "C" __global__ void row_a_warp_hopeful(const float* in, float* out) {
    __shared__ float s[4][33];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = in[y * 32 + x];
    out[y * 32 + x] = s[y][31 - x];
}

extern "C" __global__ void row_a_warp_synced(const float* in, float* out) {
    __shared__ float s[4][33];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = in[y * 32 + x];
    __syncwarp();
    out[y * 32 + x] = s[y][31 - x];
}

extern "C" __global__ void volatile_tail(const int* in, int* out) {
    __shared__ int s[64];
    volatile int* v = s;
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        v[t] += v[t + 32];
        v[t] += v[t + 16];
        v[t] += v[t + 8];
    }
    if (t < 8) out[t] = v[t];
}

extern "C" __global__ void volatile_tail_synced(const int* in, int* out) {
    __shared__ int s[64];
    volatile int* v = s;
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (t < 32) {
        for (int d = 32; d >= 8; d /= 2) {
            int sum = v[t] + (t < d ? v[t + d] : 0);
            __syncwarp();
            v[t] = sum;
            __syncwarp();
        }
    }
    if (t < 8) out[t] = v[t];
}

// Each half of a warp waits for itself; one kernel reads across the halves.
extern "C" __global__ void halves_read_across(const int* in, int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp(t < 16 ? 0x0000ffffu : 0xffff0000u);
    out[t] = s[(t + 16) % 32];
}

extern "C" __global__ void halves_read_inside(const int* in, int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp(t < 16 ? 0x0000ffffu : 0xffff0000u);
    out[t] = s[t ^ 8];
}

template <int width>
__device__ void exchange_in_tiles(const int* in, int* out, int by) {
    __shared__ int s[64];
    auto tile = cg::tiled_partition<width>(cg::this_thread_block());
    int t = threadIdx.x;
    s[t] = in[t];
    tile.sync();
    out[t] = s[t ^ by];
}

extern "C" __global__ void tile_16_too_far(const int* in, int* out) { exchange_in_tiles<16>(in, out, 16); }
extern "C" __global__ void tile_16_inside(const int* in, int* out) { exchange_in_tiles<16>(in, out, 15); }
extern "C" __global__ void tile_32_too_far(const int* in, int* out) { exchange_in_tiles<32>(in, out, 32); }

extern "C" __global__ void group_block_sync(const int* in, int* out) {
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    s[block.thread_rank()] = in[block.thread_rank()];
    cg::sync(block);
    out[block.thread_rank()] = s[63 - block.thread_rank()];
}

// Producer and consumer warps: the flag is atomic, volatile, or a barrier.
extern "C" __global__ void flag_by_atomics(const int* in, int* out) {
    __shared__ int data[32], flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        data[lane] = in[lane] * 2;
        __threadfence_block();
        __syncwarp();
        if (lane == 0) atomicExch(&flag, 1);
    } else {
        if (lane == 0)
            while (atomicAdd(&flag, 0) == 0) {}
        __syncwarp();
        __threadfence_block();
        out[lane] = data[31 - lane];
    }
}

extern "C" __global__ void flag_never_read(const int* in, int* out) {
    __shared__ int data[32];
    __shared__ volatile int flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        data[lane] = in[lane] * 2;
        __threadfence_block();
        __syncwarp();
        if (lane == 0) flag = 1;
    } else {
        int seen = flag;
        out[lane] = data[31 - lane] + seen;
    }
}

extern "C" __global__ void lock_in_turn(const int* in, int* sum) {
    __shared__ int lock;
    __shared__ volatile int total;
    if (threadIdx.x == 0) lock = 0, total = 0;
    __syncthreads();
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence_block();
            total += in[threadIdx.x];
            __threadfence_block();
            atomicExch(&lock, 0);
            done = true;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) *sum = total;
}
