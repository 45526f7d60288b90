// Programs that live on atomics: aggregated counters, arg-maxima, compare-and-swap loops, tickets, reductions, graphs.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

typedef unsigned long long u64;

__device__ __forceinline__ int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Count by ballot, and lane 0 adds once for the warp; the guard is inside of the vote.
extern "C" __global__ void count_by_ballot(const int* __restrict__ x, int* count, int limit, int n)
{
    int i = global_index();
    unsigned votes = __ballot_sync(0xffffffffu, i < n && x[i] < limit);
    if ((threadIdx.x & 31) == 0 && votes) atomicAdd(count, __popc(votes));
}

// Count by the group of lanes that came here together.
extern "C" __global__ void count_by_coalesced(const int* __restrict__ x, int* count, int limit, int n)
{
    int i = global_index();
    if (i < n && x[i] >= limit) {
        cg::coalesced_group g = cg::coalesced_threads();
        if (g.thread_rank() == 0) atomicAdd(count, (int)g.size());
    }
}

// Count and leave the rest to the compiler; two counters in the two sides of a branch.
extern "C" __global__ void count_by_compiler(const int* __restrict__ x, int* counts, int limit, int n)
{
    int i = global_index();
    if (i >= n) return;
    if (x[i] < limit) atomicAdd(&counts[0], 1);
    else atomicAdd(&counts[1], 1);
}

// Aggregated increments that give every lane its own number; the numbers are summed up.
extern "C" __global__ void aggregated_numbers(const int* __restrict__ x, unsigned* next, u64* sum, int n)
{
    int i = global_index();
    bool wants = i < n && x[i] % 3 != 0;
    unsigned votes = __ballot_sync(0xffffffffu, wants);
    if (votes == 0) return;
    int lane = threadIdx.x & 31, leader = __ffs(votes) - 1;
    unsigned base = 0;
    if (lane == leader) base = atomicAdd(next, __popc(votes));
    base = __shfl_sync(0xffffffffu, base, leader);
    if (wants) atomicAdd(sum, (u64)(base + __popc(votes & ((1u << lane) - 1))));
}

// Aggregation by key: lanes of equal key elect one that adds the sum of their values.
extern "C" __global__ void aggregated_by_key(const int* __restrict__ key, const int* __restrict__ x, int* sums)
{
    int i = global_index();
    int k = key[i];
    unsigned peers = __match_any_sync(0xffffffffu, k);
    int total = __reduce_add_sync(peers, x[i]);
    if ((threadIdx.x & 31) == 31 - __clz(peers)) atomicAdd(&sums[k], total);
}

// The index of the largest value by packing value and index into 64 bits; the lower index wins.
extern "C" __global__ void argmax_packed(const int* __restrict__ x, u64* best, int n)
{
    int i = global_index();
    if (i < n) atomicMax(best, ((u64)(unsigned)x[i] << 32) | (unsigned)(n - i));
}

// The same by shuffles first, and one atomic a warp.
extern "C" __global__ void argmax_by_warps(const int* __restrict__ x, u64* best, int n)
{
    u64 mine = 0;
    for (int i = global_index(); i < n; i += gridDim.x * blockDim.x) {
        u64 here = ((u64)(unsigned)x[i] << 32) | (unsigned)(n - i);
        mine = here > mine ? here : mine;
    }
    for (int d = 16; d > 0; d /= 2) {
        u64 other = __shfl_xor_sync(0xffffffffu, mine, d);
        mine = other > mine ? other : mine;
    }
    if (threadIdx.x % 32 == 0) atomicMax(best, mine);
}

// Largest float by a loop of compare-and-swap on its bits.
extern "C" __global__ void float_max_swap(const float* __restrict__ x, int* best, int n)
{
    int i = global_index();
    if (i >= n) return;
    float v = x[i] + 2.0f;
    int seen = *best;
    while (__int_as_float(seen) < v) {
        int was = atomicCAS(best, seen, __float_as_int(v));
        if (was == seen) break;
        seen = was;
    }
}

// Largest and least float by integer atomics on ordered bits.
extern "C" __global__ void float_extremes_bits(const float* __restrict__ x, unsigned* extremes, int n)
{
    int i = global_index();
    if (i >= n) return;
    unsigned b = __float_as_uint(x[i]);
    b = (b & 0x80000000u) ? ~b : (b | 0x80000000u);
    atomicMax(extremes, b);
    atomicMax(extremes + 1, ~b);
}

// Every thread changes a word of its own by compare-and-swap until it holds: one round each.
extern "C" __global__ void swap_alone(unsigned* words, int n)
{
    int i = global_index();
    if (i >= n) return;
    unsigned seen = words[i], was;
    do {
        was = seen;
        seen = atomicCAS(words + i, was, was * 3u + 1u);
    } while (seen != was);
}

// A saturating counter by compare-and-swap, all lanes of a warp on the warp's word.
extern "C" __global__ void swap_saturating(unsigned* words, unsigned top)
{
    unsigned* w = words + (global_index() >> 5);
    unsigned seen = *(volatile unsigned*)w, was;
    do {
        was = seen;
        unsigned next = was < top ? was + 1u : top;
        seen = atomicCAS(w, was, next);
    } while (seen != was);
}

// Push onto lists by exchanging the head; the links depend on who came first.
extern "C" __global__ void push_by_exchange(const int* __restrict__ key, int* head, int* next, int n)
{
    int i = global_index();
    if (i < n) next[i] = atomicExch(&head[key[i]], i + 1);
}

// Lock-free push by compare-and-swap onto one list a warp.
extern "C" __global__ void push_by_swap(int* head, int* next)
{
    int i = global_index();
    int* h = head + (i >> 5);
    int old = *(volatile int*)h;
    while (true) {
        next[i] = old;
        int was = atomicCAS(h, old, i + 1);
        if (was == old) break;
        old = was;
    }
}

// A lock taken by one thread of each block around a plain addition.
extern "C" __global__ void lock_per_block(int* lock, volatile int* total, int each)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        bool done = false;
        while (!done) {
            if (atomicCAS(lock, 0, 1) == 0) {
                __threadfence();
                *total = *total + each * (int)(blockIdx.x + 1);
                __threadfence();
                atomicExch(lock, 0);
                done = true;
            }
        }
    }
}

// Blocks draw their tile by a ticket, so the tile is not that of the block; results lie by tile.
extern "C" __global__ void tile_by_ticket(const int* __restrict__ x, int* tiles, unsigned* ticket, int n)
{
    __shared__ unsigned tile;
    __shared__ int sum;
    if (threadIdx.x == 0) { tile = atomicAdd(ticket, 1u); sum = 0; }
    __syncthreads();
    int i = tile * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&sum, x[i]);
    __syncthreads();
    if (threadIdx.x == 0) tiles[tile] = sum;
}

// The block that comes last adds up what all blocks left behind.
extern "C" __global__ void last_block_adds(const int* __restrict__ x, volatile int* parts, unsigned* ticket, int* out, int n)
{
    __shared__ bool last;
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    int i = global_index();
    if (i < n) atomicAdd(&sum, x[i]);
    __syncthreads();
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        if (threadIdx.x == 0) sum = 0;
        __syncthreads();
        if (threadIdx.x < gridDim.x) { __threadfence(); atomicAdd(&sum, parts[threadIdx.x]); }
        __syncthreads();
        if (threadIdx.x == 0) *out = sum;
    }
}

// Reduction, one atomic a thread, several elements each.
extern "C" __global__ void reduce_by_thread(const int* __restrict__ x, int* out, int n)
{
    int sum = 0;
    for (int i = global_index(); i < n; i += gridDim.x * blockDim.x) sum += x[i] * x[i];
    atomicAdd(out, sum);
}

// Reduction, one atomic a warp by shuffles.
extern "C" __global__ void reduce_by_warp(const int* __restrict__ x, int* out, int n)
{
    int sum = 0;
    for (int i = global_index(); i < n; i += gridDim.x * blockDim.x) sum += x[i];
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, sum);
}

// Reduction, one atomic a block by a tree in shared memory; blocks of a power of two.
extern "C" __global__ void reduce_by_block(const int* __restrict__ x, u64* out, int n)
{
    __shared__ u64 s[256];
    int t = threadIdx.x, i = global_index();
    s[t] = i < n ? (u64)x[i] * x[i] : 0;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) atomicAdd(out, s[0]);
}

// Reduction by tiles of eight lanes, one atomic a tile.
extern "C" __global__ void reduce_by_tile(const int* __restrict__ x, int* out, int n)
{
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = global_index();
    int sum = cg::reduce(tile, i < n ? x[i] : 0, cg::plus<int>());
    if (tile.thread_rank() == 0) atomicAdd(out + (tile.meta_group_rank() & 1), sum);
}

// In- and out-degrees of a list of edges.
extern "C" __global__ void degrees(const int* __restrict__ from, const int* __restrict__ to, int* out_degree, int* in_degree, int edges)
{
    for (int e = global_index(); e < edges; e += gridDim.x * blockDim.x) {
        atomicAdd(&out_degree[from[e]], 1);
        if (from[e] != to[e]) atomicAdd(&in_degree[to[e]], 1);
    }
}

// One round of relaxing edges: distances of the last round are read, those of the next are lowered.
extern "C" __global__ void relax_edges(const int* __restrict__ from, const int* __restrict__ to, const int* __restrict__ weight,
                                       const int* __restrict__ old, int* next, int edges)
{
    int e = global_index();
    if (e >= edges) return;
    int far = old[from[e]] + weight[e];
    if (far < old[to[e]]) atomicMin(&next[to[e]], far);
}

// Points join the nearest of four centres; sums and counts in shared memory, then globally.
extern "C" __global__ void nearest_centres(const int* __restrict__ px, const int* __restrict__ py, int* sums, int n)
{
    __shared__ int acc[4][3];
    int t = threadIdx.x;
    if (t < 12) acc[t / 3][t % 3] = 0;
    __syncthreads();
    int i = global_index();
    if (i < n) {
        int best = 0, least = 0x7fffffff;
        for (int c = 0; c < 4; ++c) {
            int dx = px[i] - (c & 1 ? 75 : 25), dy = py[i] - (c & 2 ? 75 : 25), d = dx * dx + dy * dy;
            if (d < least) { least = d; best = c; }
        }
        atomicAdd(&acc[best][0], px[i]);
        atomicAdd(&acc[best][1], py[i]);
        atomicAdd(&acc[best][2], 1);
    }
    __syncthreads();
    if (t < 12) atomicAdd(&sums[t], acc[t / 3][t % 3]);
}

// Bloom filter: three bits for each key, and how many keys were there before is not asked.
extern "C" __global__ void bloom_insert(const unsigned* __restrict__ key, unsigned* filter, unsigned words, int n)
{
    int i = global_index();
    if (i >= n) return;
    unsigned h = key[i] * 2654435761u;
    for (int k = 0; k < 3; ++k) {
        h ^= h >> 15;
        h *= 2246822519u;
        atomicOr(&filter[(h >> 5) % words], 1u << (h & 31));
    }
}

// Open addressing with linear probing by compare-and-swap; where a key lies depends on the order.
extern "C" __global__ void probing_insert(const unsigned* __restrict__ key, unsigned* table, unsigned size, int n)
{
    int i = global_index();
    if (i >= n) return;
    unsigned k = key[i] + 1u;
    for (unsigned s = k * 40503u % size;; s = s + 1 == size ? 0 : s + 1) {
        unsigned was = atomicCAS(&table[s], 0u, k);
        if (was == 0u || was == k) break;
    }
}

// Points in a circle by a small generator, counted by a warp's sum.
extern "C" __global__ void circle_points(u64* inside, int rounds)
{
    unsigned state = global_index() * 747796405u + 1u;
    unsigned hits = 0;
    for (int r = 0; r < rounds; ++r) {
        state = state * 1664525u + 1013904223u;
        int a = state >> 20;
        state = state * 1664525u + 1013904223u;
        int b = state >> 20;
        if (a * a + b * b < 4096 * 4096) ++hits;
    }
    hits = __reduce_add_sync(__activemask(), hits);
    if ((threadIdx.x & 31) == 0) atomicAdd(inside, (u64)hits);
}

// Compaction into a block's own part of the output; the order within it is that of the counter.
extern "C" __global__ void compact_by_counter(const int* __restrict__ x, int* out, int* counts, int n)
{
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    int i = global_index();
    if (i < n && x[i] % 5 < 2) out[blockIdx.x * blockDim.x + atomicAdd(&count, 1)] = x[i];
    __syncthreads();
    if (threadIdx.x == 0) counts[blockIdx.x] = count;
}

// Compaction over the whole grid with a global counter, one atomic a warp.
extern "C" __global__ void compact_globally(const int* __restrict__ x, int* out, int* count, int n)
{
    int i = global_index();
    bool keep = i < n && (x[i] & 4);
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    int lane = threadIdx.x & 31, base = 0;
    if (lane == 0) base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (keep) out[base + __popc(votes & ((1u << lane) - 1))] = x[i];
}

// Rows of lines through edge points: eight angles in small integers vote into an accumulator.
extern "C" __global__ void hough_votes(const int* __restrict__ px, const int* __restrict__ py, int* votes, int n)
{
    const int c[8] = {4, 4, 3, 2, 0, -2, -3, -4}, s[8] = {0, 2, 3, 4, 4, 4, 3, 2};
    int i = global_index();
    if (i >= n) return;
#pragma unroll
    for (int a = 0; a < 8; ++a) {
        int rho = (px[i] * c[a] + py[i] * s[a] + 256) >> 4;
        atomicAdd(&votes[a * 48 + rho], 1);
    }
}
