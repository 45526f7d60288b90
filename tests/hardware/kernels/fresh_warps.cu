// Warps and atomics: every shuffle, vote and match, tiles of a warp, atomics of every type on shared and global words.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define ALL 0xffffffffu

extern "C" __global__ void shuffles(const int* in, int* out) {
    int v = in[blockIdx.x * blockDim.x + threadIdx.x], lane = threadIdx.x & 31;
    int up = __shfl_up_sync(ALL, v, 3), down = __shfl_down_sync(ALL, v, 5, 16);
    int rotated = __shfl_sync(ALL, v, lane + 1, 8), flipped = __shfl_xor_sync(ALL, v, 21);
    out[blockIdx.x * blockDim.x + threadIdx.x] = up + 3 * down + 5 * rotated + 7 * flipped;
}

extern "C" __global__ void shuffle_wide(const double* in, const long long* big, double* out) {
    int t = threadIdx.x;
    double d = in[t];
    long long b = big[t];
    for (int k = 16; k; k >>= 1) d += __shfl_xor_sync(ALL, d, k), b = max(b, __shfl_xor_sync(ALL, b, k));
    out[t] = d + b + __shfl_sync(ALL, in[t], in[t] > 0 ? 4 : 9);
}

extern "C" __global__ void votes(const int* in, unsigned* out) {
    int v = in[threadIdx.x];
    unsigned any = __any_sync(ALL, v > 90), all = __all_sync(ALL, v < 95), ballot = __ballot_sync(ALL, v & 1);
    unsigned same = __match_any_sync(ALL, v / 25);
    int pred;
    unsigned everyone = __match_all_sync(ALL, v / 200, &pred);
    out[threadIdx.x] = any + 2 * all + ballot % 1000 + same % 777 + everyone % 99 + pred;
}

// The odd lanes work among themselves.
extern "C" __global__ void partial_masks(const int* in, int* out) {
    int v = in[threadIdx.x], lane = threadIdx.x & 31;
    if (lane & 1) {
        for (int d = 16; d >= 2; d /= 2) v += __shfl_xor_sync(0xaaaaaaaau, v, d);
        if (lane == 1) atomicAdd(&out[1], v);
    } else if (lane < 16) {
        unsigned m = __ballot_sync(0x00005555u, v > 50);
        if (lane == 0) atomicAdd(&out[0], __popc(m));
    }
}

extern "C" __global__ void hardware_reductions(const unsigned* in, unsigned* out) {
    unsigned v = in[threadIdx.x], w = threadIdx.x / 32;
    unsigned add = __reduce_add_sync(ALL, v % 1000), low = __reduce_min_sync(ALL, v), high = __reduce_max_sync(ALL, v);
    unsigned both = __reduce_and_sync(ALL, v | 0xff), either = __reduce_or_sync(ALL, v >> 16);
    unsigned odd = __reduce_xor_sync(ALL, v);
    if (threadIdx.x % 32 == 0) {
        unsigned* o = out + w * 6;
        o[0] = add, o[1] = low, o[2] = high, o[3] = both, o[4] = either, o[5] = odd;
    }
}

// One atomic for the lanes that are here, places handed out among them.
extern "C" __global__ void aggregated_append(const int* in, int* out, int* size, int n) {
    for (int i = threadIdx.x; i < n; i += 32) {
        if (in[i] % 3 != 0) continue;
        auto active = cg::coalesced_threads();
        int base = 0;
        if (active.thread_rank() == 0) base = atomicAdd(size, (int)active.size());
        base = active.shfl(base, 0);
        out[base + active.thread_rank()] = in[i];
    }
}

extern "C" __global__ void tiles_of_4(const float* in, float* out) {
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    float v = in[blockIdx.x * blockDim.x + threadIdx.x];
    float top = fmaxf(v, tile.shfl_xor(v, 1));
    top = fmaxf(top, tile.shfl_xor(top, 2));
    if (tile.thread_rank() == 0) out[blockIdx.x * (blockDim.x / 4) + tile.meta_group_rank()] = top;
}

// Tiles of sixteen share a row of shared memory each and wait for one another only.
extern "C" __global__ void tiles_of_16(const int* in, int* out) {
    __shared__ int row[8][16];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int r = tile.meta_group_rank(), t = tile.thread_rank();
    row[r][t] = in[threadIdx.x];
    tile.sync();
    int v = row[r][15 - t];
    tile.sync();
    row[r][t] = v * 2 + row[r][t];
    tile.sync();
    out[threadIdx.x] = row[r][(t + 3) % 16] + tile.any(v > 50);
}

extern "C" __global__ void shared_integer_atomics(const int* in, int* out) {
    __shared__ int s[8];
    __shared__ unsigned u[4];
    int t = threadIdx.x, v = in[t];
    if (t < 8) s[t] = t == 1 ? 0x7fffffff : t == 3 ? -1 : 0;
    if (t >= 32 && t < 36) u[t - 32] = 0;
    __syncthreads();
    atomicAdd(&s[0], v);
    atomicMin(&s[1], v);
    atomicMax(&s[2], v);
    atomicAnd(&s[3], v | 0x0f);
    atomicOr(&s[4], v & 0x70);
    atomicXor(&s[5], v);
    atomicSub(&s[6], v);
    atomicCAS(&s[7], -5, v);
    atomicInc(&u[0], 16);
    atomicDec(&u[1], 100);
    atomicAdd(&u[t % 2 + 2], v);
    __syncthreads();
    if (t < 12) out[t] = t < 8 ? s[t] : u[t - 8];
}

extern "C" __global__ void global_integer_atomics(const int* in, int* out, unsigned* u) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    atomicAdd(out + 0, v);
    atomicMin(out + 1, -v);
    atomicMax(out + 2, v);
    atomicAnd(out + 3, v);
    atomicOr(out + 4, v);
    atomicXor(out + 5, v);
    atomicInc(u, 1000);
    atomicMax(u + 1 + v % 3, v);
}

extern "C" __global__ void long_atomics(const unsigned long long* in, unsigned long long* out) {
    __shared__ unsigned long long s[4];
    if (threadIdx.x < 4) s[threadIdx.x] = threadIdx.x == 1 ? ~0ull : 0;
    __syncthreads();
    unsigned long long v = in[blockIdx.x * blockDim.x + threadIdx.x];
    atomicAdd(&s[0], v);
    atomicMin(&s[1], v);
    atomicMax(&s[2], v);
    atomicXor(&s[3], v);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(out, s[0]);
        atomicMax(out + 1, s[2]);
        atomicXor(out + 2, s[3]);
        atomicMax(out + 3, ~s[1]);
    }
}

// Whole numbers as floats and doubles: sums are exact in any order.
extern "C" __global__ void floating_atomics(const int* in, float* f, double* d) {
    __shared__ float sf[4];
    __shared__ double sd;
    int t = threadIdx.x;
    if (t < 4) sf[t] = 0;
    if (t == 0) sd = 0;
    __syncthreads();
    atomicAdd(&sf[t % 4], (float)in[t]);
    atomicAdd(&f[t % 8], (float)in[t]);
    atomicAdd(&d[t % 2], (double)in[t]);
    if (t % 3 == 0) atomicAdd(&sd, in[t] * 0.5);
    __syncthreads();
    if (t < 4) f[8 + t] = sf[t];
    if (t == 0) d[2] = sd;
}

extern "C" __global__ void shared_double_atomics(const int* in, double* out) {
    __shared__ double bins[8];
    if (threadIdx.x < 8) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[threadIdx.x] % 8], (double)in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}

// Returned values: each lane its own word, so they are known.
extern "C" __global__ void returned_values(const int* in, int* old, int* counters) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    int a = atomicAdd(&s[63 - t], 5), b = atomicExch(&counters[t * 2], a);
    int c = atomicCAS(&counters[t * 2 + 1], t, b + 1), d = atomicMax(&s[63 - t], b);
    old[t] = a + 3 * b + 5 * c + 7 * d;
}

// A maximum of floats by comparing bits in a loop around compare-and-swap.
__device__ void atomic_max_float(float* address, float v) {
    int* bits = (int*)address;
    int old = *(volatile int*)bits;
    while (v > __int_as_float(old)) {
        int assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(v));
        if (old == assumed) break;
    }
}

extern "C" __global__ void max_by_cas(const float* in, float* top) {
    float v = in[threadIdx.x];
    for (int d = 16; d; d /= 2) v = fmaxf(v, __shfl_down_sync(ALL, v, d));
    if (threadIdx.x % 32 == 0) atomic_max_float(top, v);
}

// A lock around a plain sum, taken by one lane a warp.
extern "C" __global__ void spin_lock(const int* in, int* sum, int* lock) {
    int v = __reduce_add_sync(ALL, in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        __threadfence();
        *(volatile int*)sum = *(volatile int*)sum + v;
        __threadfence();
        atomicExch(lock, 0);
    }
}

// Tickets: blocks take pieces of work as they come.
extern "C" __global__ void tickets(const int* in, int* out, unsigned* next, int pieces) {
    __shared__ unsigned piece;
    while (true) {
        if (threadIdx.x == 0) piece = atomicAdd(next, 1);
        __syncthreads();
        if (piece >= pieces) return;
        out[piece * blockDim.x + threadIdx.x] = in[piece * blockDim.x + threadIdx.x] + 1;
        __syncthreads();
    }
}

extern "C" __global__ void bit_tricks(const unsigned* in, unsigned* out) {
    unsigned v = in[threadIdx.x], below;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    unsigned votes = __ballot_sync(ALL, v & 4);
    out[threadIdx.x] = __popc(votes & below) + __clz(v) * 32 + __ffs(v) * 1024 + __brev(v) % 97 +
                       __byte_perm(v, v, 0x0123) % 89 + __funnelshift_l(v, votes, 7) % 83;
}

// __vadd4 and friends on packed bytes, differences summed with __sad.
extern "C" __global__ void packed_bytes(const unsigned* a, const unsigned* b, unsigned* out, int n) {
    unsigned sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        sum += __vsadu4(a[i], b[i]);
        out[i] = __vmaxu4(__vadd4(a[i], 0x01010101u), b[i]);
    }
    sum = __reduce_add_sync(ALL, sum);
    if (threadIdx.x % 32 == 0) atomicAdd(out + n, sum);
}
