#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define FULL 0xffffffffu

extern "C" __global__ void compact_global(const int *in, int *out, int *n_out, int n, int thr)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > thr) {
        cg::coalesced_group g = cg::coalesced_threads();
        int base = 0;
        if (g.thread_rank() == 0) base = atomicAdd(n_out, (int)g.size());
        out[g.shfl(base, 0) + g.thread_rank()] = in[i];
    }
}

template <int THREADS>
__device__ int block_excl_scan(int v, int *tmp, int &total)
{
    int t = threadIdx.x;
    tmp[t] = v; __syncthreads();
    for (int off = 1; off < THREADS; off *= 2) {
        int a = t >= off ? tmp[t - off] : 0;
        __syncthreads();
        tmp[t] += a;
        __syncthreads();
    }
    total = tmp[THREADS - 1];
    int r = tmp[t] - v;
    __syncthreads();
    return r;
}

extern "C" __global__ void compact_stable(const float *in, float *kept, float *rest, int *cnt, int n)
{
    __shared__ int tmp[96];
    int done = 0, lo = blockIdx.x * n;
    int nrest = 0;
    for (int b = 0; b < n; b += 96) {
        int i = b + threadIdx.x, tot;
        float v = i < n ? in[lo + i] : 0.f;
        int keep = i < n && v > 0.25f;
        int at = block_excl_scan<96>(keep, tmp, tot);
        if (keep) kept[lo + done + at] = v;
        else if (i < n) rest[lo + nrest + threadIdx.x - at] = v;
        done += tot; nrest += min(96, n - b) - tot;
    }
    if (threadIdx.x == 0) cnt[blockIdx.x] = done;
}

// warp-aggregated histogram by match
extern "C" __global__ void histo_match(const unsigned char *x, unsigned *h, int n, int bins)
{
    extern __shared__ unsigned sh[];
    for (int b = threadIdx.x; b < bins; b += blockDim.x) sh[b] = 0;
    __syncthreads();
    int lane = threadIdx.x & 31;
    int span = gridDim.x * blockDim.x;
    for (int base = 0; base < n; base += span) {
        int i = base + blockIdx.x * blockDim.x + threadIdx.x;
        unsigned act = __ballot_sync(FULL, i < n);
        if (i < n) {
            int b = x[i] % bins;
            unsigned peers = __match_any_sync(act, b);
            if (lane == __ffs(peers) - 1) atomicAdd(sh + b, __popc(peers));
        }
        __syncwarp();
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) if (sh[b]) atomicAdd(h + b, sh[b]);
}

// shared memory work queue: items spawn children (divide ranges until small), summed by leaf
extern "C" __global__ void work_queue_quad(const float *f, int *leaves, float *area, int maxDepth)
{
    // adaptive integration: item = depth<<16 | index
    __shared__ unsigned q[2][512];
    __shared__ int cnt[2];
    __shared__ int nleaf;
    int t = threadIdx.x;
    if (t < 4) q[0][t] = (2u << 16) | t;
    if (t == 0) { cnt[0] = 4; cnt[1] = 0; nleaf = 0; }
    __syncthreads();
    int cur = 0; float acc = 0;
    for (int round = 0; round < 10; ++round) {
        int n = cnt[cur];
        if (n == 0) break;
        for (int i = t; i < n; i += blockDim.x) {
            unsigned it = q[cur][i];
            int d = it >> 16, k = it & 0xffff;
            float h = 1.f / (1 << d);
            int a = (int)(k * h * 255), b = (int)((k + 1) * h * 255);
            float fa = f[blockIdx.x * 256 + a], fb = f[blockIdx.x * 256 + b], fm = f[blockIdx.x * 256 + (a + b) / 2];
            if (fabsf(0.5f * (fa + fb) - fm) > 0.4f && d < maxDepth) {
                int s = atomicAdd(&cnt[cur ^ 1], 2);
                if (s + 1 < 512) { q[cur ^ 1][s] = ((d + 1) << 16) | (2 * k); q[cur ^ 1][s + 1] = ((d + 1) << 16) | (2 * k + 1); }
            } else { acc += h * fm; atomicAdd(&nleaf, 1); }
        }
        __syncthreads();
        if (t == 0) cnt[cur] = 0;
        cur ^= 1;
        __syncthreads();
    }
    atomicAdd(area + blockIdx.x, acc);
    if (t == 0) leaves[blockIdx.x] = nleaf;
}

// dynamic tickets: each warp fetches the next row of uneven length
extern "C" __global__ void ticket_rows(const float *x, const int *len, float *sum, int rows, int pitch)
{
    __shared__ int next;
    if (threadIdx.x == 0) next = 0;
    __syncthreads();
    int lane = threadIdx.x & 31;
    for (;;) {
        int r;
        if (lane == 0) r = atomicAdd(&next, 1);
        r = __shfl_sync(FULL, r, 0);
        if (r >= rows) break;
        int R = blockIdx.x * rows + r, L = len[R];
        float s = 0;
        for (int k = lane; k < L; k += 32) s += x[R * pitch + k];
        for (int o = 16; o; o /= 2) s += __shfl_xor_sync(FULL, s, o);
        if (lane == 0) sum[R] = s;
        __syncwarp();
    }
}

// bit-plane packing: transposes 32 values into 32 words by ballot, width adapts to the warp max
extern "C" __global__ void bitpack_warp(const unsigned *in, unsigned *out, unsigned char *width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, w = i >> 5;
    unsigned v = i < n ? in[i] : 0;
    unsigned m = __reduce_or_sync(FULL, v);
    int bits = 32 - __clz(m);
    for (int b = 0; b < bits; ++b) {
        unsigned word = __ballot_sync(FULL, v >> b & 1);
        if (lane == b) out[w * 32 + b] = word;
    }
    if (!lane) width[w] = bits;
}

// unpack fields of a loaded bit width from a packed stream
extern "C" __global__ void unpack_bits(const unsigned *words, const unsigned char *bw, unsigned *out, int per_block, int nwords)
{
    const unsigned width = bw[blockIdx.x] + 1u;
    const unsigned mask = width == 32 ? ~0u : (1u << width) - 1;
    const unsigned *src = words + blockIdx.x * nwords;
    for (unsigned i = threadIdx.x; i < per_block; i += blockDim.x) {
        unsigned pos = i * width, w = pos / 32, s = pos % 32;
        unsigned v = src[w] >> s;
        if (s + width > 32) v |= src[w + 1] << (32 - s);
        out[blockIdx.x * per_block + i] = v & mask;
    }
}

// three-way partition like quicksort with shared staging, positions by shared atomics
extern "C" __global__ void partition3(const short *in, short *out, int *bounds, int n)
{
    extern __shared__ short st[];
    __shared__ int c[3], at[3];
    if (threadIdx.x < 3) c[threadIdx.x] = 0;
    const short *src = in + blockIdx.x * n;
    __syncthreads();
    short pv = src[n / 2];
    for (int i = threadIdx.x; i < n; i += blockDim.x) { short v = src[i]; atomicAdd(&c[v < pv ? 0 : v == pv ? 1 : 2], 1); }
    __syncthreads();
    if (threadIdx.x == 0) { at[0] = 0; at[1] = c[0]; at[2] = c[0] + c[1]; bounds[blockIdx.x * 2] = at[1]; bounds[blockIdx.x * 2 + 1] = at[2]; }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        short v = src[i]; int cls = (v >= pv) + (v > pv);
        st[atomicAdd(at + cls, 1)] = v;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = st[i];
}

// unique of "sorted" keys per warp segment with shfl_up and tiled groups
extern "C" __global__ void unique_tiles(const int *keys, int *uniq, int *nuniq, int n)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int id = (blockIdx.x * blockDim.x + threadIdx.x) / 16;
    int base = id * n, filled = 0, last = -1;
    for (int b = 0; b < n; b += 16) {
        int i = b + tile.thread_rank();
        int k = i < n ? keys[base + i] + i / 3 * 2 : 0x7fffffff;
        int prev = tile.shfl_up(k, 1);
        if (tile.thread_rank() == 0) prev = last;
        bool f = i < n && k != prev;
        unsigned m = tile.ballot(f);
        if (f) uniq[base + filled + __popc(m & ((1u << tile.thread_rank()) - 1))] = k;
        filled += __popc(m);
        last = tile.shfl(k, 15);
        if (filled > 3 * n / 4) break;
    }
    if (tile.thread_rank() == 0) nuniq[id] = filled;
}
