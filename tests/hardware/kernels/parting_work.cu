// Work that is shared out, gathered and put in order so that warps part less; barriers, edges of blocks, teachers' tricks.
#define HERE ((int)(blockIdx.x * blockDim.x + threadIdx.x))

#define ALL 0xffffffffu

// A costly function of some rounds that the warp cannot share.
__device__ __forceinline__ unsigned costly(unsigned v, int rounds)
{
#pragma unroll 1
    for (int k = 0; k < rounds; ++k) v = (v << 5) - v + (v >> 11) + k;
    return v;
}

// Tree in shared memory, every second thread, then every fourth: warps part more and more.
extern "C" __global__ void tree_interleaved(const int* __restrict__ x, int* out, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x, i = HERE;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0 && t + d < blockDim.x) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// Tree in shared memory, the upper half onto the lower, for blocks of any size.
extern "C" __global__ void tree_halves(const int* __restrict__ x, int* out, int n)
{
    __shared__ int s[256];
    int t = threadIdx.x, i = HERE;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int live = blockDim.x; live > 1;) {
        int half = (live + 1) / 2;
        if (t < live - half) s[t] += s[t + half];
        __syncthreads();
        live = half;
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// The block sorts its items by kind with ballots and prefix sums, then works on them in that order.
extern "C" __global__ void regroup_then_work(const unsigned* __restrict__ x, unsigned* out)
{
    __shared__ unsigned item[128];
    __shared__ int origin[128], counts[4];
    int t = threadIdx.x, warp = t >> 5, lane = t & 31, i = HERE;
    unsigned v = x[i];
    bool dear = v % 4 == 0;
    unsigned votes = __ballot_sync(ALL, dear);
    if (lane == 0) counts[warp] = __popc(votes);
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) { if (w < warp) before += counts[w]; total += counts[w]; }
    int rank = before + __popc(votes & ((1u << lane) - 1));
    int place = dear ? rank : total + t - rank;
    item[place] = v;
    origin[place] = t;
    __syncthreads();
    unsigned r = t < total ? costly(item[t], 30) : costly(item[t], 4);
    out[blockIdx.x * blockDim.x + origin[t]] = r;
}

// The same work as it lies, for comparison.
extern "C" __global__ void work_as_it_lies(const unsigned* __restrict__ x, unsigned* out)
{
    int i = HERE;
    unsigned v = x[i];
    out[i] = v % 4 == 0 ? costly(v, 30) : costly(v, 4);
}

// Warps compact the lanes that have work, and only the first ones go on.
extern "C" __global__ void compact_in_warp(const unsigned* __restrict__ x, unsigned* out, unsigned limit)
{
    __shared__ int from[128];
    int t = threadIdx.x, base = t & ~31, lane = t & 31, i = HERE;
    bool has = x[i] < limit;
    unsigned votes = __ballot_sync(ALL, has);
    if (has) from[base + __popc(votes & ((1u << lane) - 1))] = i;
    out[i] = 0;
    __syncwarp();
    if (lane < __popc(votes)) {
        int j = from[base + lane];
        out[j] = costly(x[j], 12);
    }
}

// Each lane has a list of jobs of its own and takes the next one when a job ends, so lanes stay busy.
extern "C" __global__ void lanes_that_fetch(const int* __restrict__ job, unsigned* out, int jobs)
{
    int threads = gridDim.x * blockDim.x, at = HERE;
    if (at >= jobs) return;
    int left = job[at];
    unsigned v = at;
    while (true) {
        if (left == 0) {
            out[at] = v;
            at += threads;
            if (at >= jobs) break;
            left = job[at];
            v = at;
        } else {
            v = v * 9u + 2u;
            --left;
        }
    }
}

// The lists as two loops in each other: a lane waits for the longest job of its warp.
extern "C" __global__ void lanes_that_wait(const int* __restrict__ job, unsigned* out, int jobs)
{
    for (int at = HERE; at < jobs; at += gridDim.x * blockDim.x) {
        unsigned v = at;
        for (int left = job[at]; left > 0; --left) v = v * 9u + 2u;
        out[at] = v;
    }
}

// Warps fetch jobs from a counter, the lanes share a job; which warp has which job is open.
extern "C" __global__ void warps_that_fetch(const int* __restrict__ x, int* sums, int* next, int width, int jobs)
{
    int lane = threadIdx.x & 31;
    while (true) {
        int j = 0;
        if (lane == 0) j = atomicAdd(next, 1);
        j = __shfl_sync(ALL, j, 0);
        if (j >= jobs) break;
        int sum = 0;
        for (int k = lane; k < width; k += 32) sum += x[j * width + k];
        sum = __reduce_add_sync(ALL, sum);
        if (lane == 0) sums[j] = sum;
    }
}

// Single threads fetch jobs of different lengths from a counter; how lanes share them is open.
extern "C" __global__ void threads_that_fetch(const int* __restrict__ job, unsigned* out, int* next, int jobs)
{
    for (int j = atomicAdd(next, 1); j < jobs; j = atomicAdd(next, 1)) out[j] = costly(j, job[j]);
}

// Barriers stand in branches that all of a block take or none.
extern "C" __global__ void barrier_in_uniform(const int* __restrict__ x, int* out, int rounds)
{
    __shared__ int s[128];
    int t = threadIdx.x, i = HERE;
    s[t] = x[i];
    __syncthreads();
    if (blockIdx.x % 2 == 0) {
        for (int r = 0; r < rounds; ++r) {
            int v = s[t + 1 == blockDim.x ? 0 : t + 1];
            __syncthreads();
            if (v & 1) s[t] += v;
            __syncthreads();
        }
    } else if (rounds > 2) {
        int v = s[blockDim.x - 1 - t];
        __syncthreads();
        s[t] = v * 2;
        __syncthreads();
        if (t < 10) s[t] -= s[t + 1 == 10 ? 20 : t + 20];
    }
    out[i] = s[t];
}

// The block goes on until a vote at the barrier says that nobody changed anything.
extern "C" __global__ void until_block_rests(const int* __restrict__ x, int* out, int* rounds)
{
    __shared__ int s[130];
    int t = threadIdx.x, i = HERE, r = 0;
    s[t + 1] = x[i];
    if (t == 0) s[0] = s[blockDim.x + 1] = 1000;
    bool moved = true;
    while (__syncthreads_or(moved)) {
        int least = min(s[t], s[t + 2]) + 50;
        moved = least < s[t + 1];
        __syncthreads();
        if (moved) s[t + 1] = least;
        ++r;
    }
    out[i] = s[t + 1];
    if (t == 0) rounds[blockIdx.x] = r;
}

// Odd-even transposition, odd and even threads change roles from round to round.
extern "C" __global__ void odd_even_sort(const int* __restrict__ x, int* out, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t < n) s[t] = x[blockIdx.x * n + t];
    __syncthreads();
    for (int r = 0; r < n; ++r) {
        if (t % 2 == r % 2 && t + 1 < n && s[t] > s[t + 1]) { int v = s[t]; s[t] = s[t + 1]; s[t + 1] = v; }
        __syncthreads();
    }
    if (t < n) out[blockIdx.x * n + t] = s[t];
}

// Bitonic sort of a block, directions by bits of the thread.
extern "C" __global__ void bitonic_directions(int* x)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = x[HERE];
    __syncthreads();
    for (int size = 2; size <= blockDim.x; size *= 2)
        for (int d = size / 2; d > 0; d /= 2) {
            int o = t ^ d;
            if (o > t) {
                bool up = (t & size) == 0;
                if ((s[t] > s[o]) == up) { int v = s[t]; s[t] = s[o]; s[o] = v; }
            }
            __syncthreads();
        }
    x[HERE] = s[t];
}

// Specialised warps: one loads, one computes, one writes, and barriers are met by all.
extern "C" __global__ void specialised_warps(const int* __restrict__ x, int* out, int tiles)
{
    __shared__ int in[2][32], done[2][32];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    for (int s = 0; s < tiles + 2; ++s) {
        if (warp == 0) { if (s < tiles) in[s & 1][lane] = x[(blockIdx.x * tiles + s) * 32 + lane]; }
        else if (warp == 1) {
            if (s >= 1 && s <= tiles) {
                int v = in[(s - 1) & 1][lane];
                for (int k = 0; k < (v & 7); ++k) v = v * 3 + 1;
                done[(s - 1) & 1][lane] = v;
            }
        } else if (s >= 2) out[(blockIdx.x * tiles + s - 2) * 32 + lane] = done[s & 1][31 - lane];
        __syncthreads();
    }
}

// Tiles with a halo in two dimensions: the threads at the edge load more than the others.
extern "C" __global__ void halo_by_edges(const int* __restrict__ in, int* out, int width, int height)
{
    __shared__ int s[10][18];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 8 + ty;
    auto at = [&](int px, int py) { return px < 0 || py < 0 || px >= width || py >= height ? 0 : in[py * width + px]; };
    s[ty + 1][tx + 1] = at(x, y);
    if (tx == 0) s[ty + 1][0] = at(x - 1, y);
    if (tx == 15) s[ty + 1][17] = at(x + 1, y);
    if (ty == 0) s[0][tx + 1] = at(x, y - 1);
    if (ty == 7) s[9][tx + 1] = at(x, y + 1);
    __syncthreads();
    if (x < width && y < height) {
        int v = s[ty + 1][tx + 1], around = s[ty][tx + 1] + s[ty + 2][tx + 1] + s[ty + 1][tx] + s[ty + 1][tx + 2];
        out[y * width + x] = v > around / 4 ? v - around / 4 : 0;
    }
}

// Blocks of three dimensions in odd shapes: planes do different things, and the last warp is not full.
extern "C" __global__ void planes_differ(const int* __restrict__ x, int* out)
{
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y * blockDim.z + t;
    int v = x[i];
    if (threadIdx.z == 0) v = v * v % 101;
    else if (threadIdx.z == 1) { while (v > 50) v -= threadIdx.x + 37; }
    else if (threadIdx.y > threadIdx.x) v = -v;
    out[i] = v;
}

// Game of life on a small torus, neighbours by conditions instead of remainders.
extern "C" __global__ void life_by_conditions(const int* __restrict__ cells, int* next, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            int px = x + dx, py = y + dy;
            if (px < 0) px = width - 1; else if (px == width) px = 0;
            if (py < 0) py = height - 1; else if (py == height) py = 0;
            if (cells[py * width + px]) ++alive;
        }
    int me = cells[y * width + x];
    if (me && (alive < 2 || alive > 3)) me = 0;
    else if (!me && alive == 3) me = 1;
    next[y * width + x] = me;
}

// Two strings a thread are merged by their order, the ends of both are handled apart.
extern "C" __global__ void merge_by_thread(const int* __restrict__ a, const int* __restrict__ b, int* out, int length, int n)
{
    int i = HERE;
    if (i >= n) return;
    const int *p = a + i * length, *q = b + i * length;
    int* o = out + i * 2 * length;
    int j = 0, k = 0, value_p = p[0], value_q = q[0];
    while (j < length && k < length) {
        if (value_p <= value_q) { *o++ = value_p; ++j; if (j < length) value_p += p[j]; }
        else { *o++ = value_q; ++k; if (k < length) value_q += q[k]; }
    }
    while (j < length) { *o++ = value_p; ++j; if (j < length) value_p += p[j]; }
    while (k < length) { *o++ = value_q; ++k; if (k < length) value_q += q[k]; }
}

// Queens on a board of six: a thread for each pair of first rows, depth first with a stack of bits.
extern "C" __global__ void queens_by_pairs(int* out)
{
    int i = HERE, first = i / 6, second = i % 6, count = 0;
    if (i >= 36) return;
    if (first != second && first - second != 1 && second - first != 1) {
        unsigned cols[7], left[7], right[7], open[7];
        cols[2] = 1u << first | 1u << second;
        left[2] = 1u << (first + 2) | 1u << (second + 1);
        right[2] = (1u << first >> 2) | (1u << second >> 1);
        open[2] = ~(cols[2] | left[2] | right[2]) & 63u;
        int row = 2;
        while (row >= 2) {
            if (open[row] == 0) { --row; continue; }
            unsigned bit = open[row] & (0u - open[row]);
            open[row] ^= bit;
            if (row == 5) { ++count; continue; }
            cols[row + 1] = cols[row] | bit;
            left[row + 1] = (left[row] | bit) << 1;
            right[row + 1] = (right[row] | bit) >> 1;
            ++row;
            open[row] = ~(cols[row] | left[row] | right[row]) & 63u;
        }
    }
    out[i] = count;
}
