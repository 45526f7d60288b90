#include <stdint.h>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
using key_t_ = int32_t;

static __device__ __forceinline__ uint32_t murmur(uint32_t h) {
    h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; h ^= h >> 16;
    return h;
}

// SELECT ... WHERE lo <= a AND a < hi AND b = x ; block-wise stable compaction, every block has its own output area
extern "C" __global__ void filter_compact(const int* __restrict__ a, const uint8_t* __restrict__ b, int* __restrict__ out, int* __restrict__ cnt, int n, int lo, int hi, int x)
{
    __shared__ int warp_off[33];
    __shared__ int base;
    int per = (n + gridDim.x - 1) / gridDim.x;
    int begin = blockIdx.x * per, end = min(n, begin + per);
    int lane = threadIdx.x & 31, wid = threadIdx.x >> 5, nw = (blockDim.x + 31) >> 5;
    if (threadIdx.x == 0) base = 0;
    for (int r0 = begin; r0 < end; r0 += blockDim.x) {
        int r = r0 + threadIdx.x;
        bool hit = r < end && a[r] >= lo && a[r] < hi && b[r] == x;
        unsigned m = __ballot_sync(0xffffffff, hit);
        if (lane == 0) warp_off[wid] = __popc(m);
        __syncthreads();
        if (threadIdx.x == 0) {
            int s = base;
            for (int w = 0; w < nw; w++) { int t = warp_off[w]; warp_off[w] = s; s += t; }
            base = s;
        }
        __syncthreads();
        if (hit) out[begin + warp_off[wid] + __popc(m & ((1u << lane) - 1))] = r;
        __syncthreads();
    }
    if (threadIdx.x == 0) cnt[blockIdx.x] = base;
}

// GROUP BY key: open addressing table in shared memory, integer atomics; table dumped sorted by slot
#define SLOTS 128
#define EMPTY -1
extern "C" __global__ void group_by(const key_t_* keys, const int* vals, int* sums_by_key, int* counts_by_key, int n, int nkeys)
{
    __shared__ key_t_ hk[SLOTS];
    __shared__ int hs[SLOTS], hc[SLOTS];
    for (int s = threadIdx.x; s < SLOTS; s += blockDim.x) { hk[s] = EMPTY; hs[s] = 0; hc[s] = 0; }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        key_t_ k = keys[i];
        uint32_t s = murmur(k) % SLOTS;
        for (;;) {
            key_t_ old = atomicCAS(&hk[s], EMPTY, k);
            if (old == EMPTY || old == k) break;
            s = (s + 1) % SLOTS;
        }
        atomicAdd(&hs[s], vals[i]);
        atomicAdd(&hc[s], 1);
    }
    __syncthreads();
    for (int s = threadIdx.x; s < SLOTS; s += blockDim.x)
        if (hk[s] != EMPTY) {
            sums_by_key[blockIdx.x * nkeys + hk[s]] = hs[s];
            counts_by_key[blockIdx.x * nkeys + hk[s]] = hc[s];
        }
}

// direct aggregation with private copies per warp (dense keys)
extern "C" __global__ void group_dense(const uint8_t* key, const unsigned* val, unsigned* mx, unsigned* total, int n, int groups)
{
    extern __shared__ unsigned agg[];      // [warps][groups][2]
    int nw = blockDim.x / 32;
    unsigned* mine = agg + (threadIdx.x / 32) * groups * 2;
    for (int g = threadIdx.x; g < nw * groups * 2; g += blockDim.x) agg[g] = 0;
    __syncthreads();
    for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int k = key[i];
        atomicMax(mine + 2 * k, val[i]);
        atomicAdd(mine + 2 * k + 1, val[i]);
    }
    __syncthreads();
    for (int g = threadIdx.x; g < groups; g += blockDim.x) {
        unsigned m = 0, t = 0;
        for (int w = 0; w < nw; ++w) { m = max(m, agg[(w * groups + g) * 2]); t += agg[(w * groups + g) * 2 + 1]; }
        mx[blockIdx.x * groups + g] = m; total[blockIdx.x * groups + g] = t;
    }
}

// merge join of two sorted key columns. keys made of monotone formulas of the index (table scan decodes them)
__device__ inline int lkey(int i) { return i * 3 + (i % 5 > 2); }
__device__ inline int rkey(int i) { return i * 2 + i / 9; }
extern "C" __global__ void merge_join(const int* lpay, const int* rpay, int2* out, int nl, int nr, int chunk)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int l = t * chunk, lend = min(nl, l + chunk);
    if (l >= nl) return;
    // lower bound in right
    int r = 0, cnt = nr, first = lkey(l);
    while (cnt > 0) {
        int step = cnt / 2;
        if (rkey(r + step) < first) { r += step + 1; cnt -= step + 1; } else cnt = step;
    }
    for (; l < lend; ) {
        if (r >= nr) { out[l] = make_int2(lpay[l], -1); l++; continue; }
        int a = lkey(l), b = rkey(r);
        if (a == b) { out[l] = make_int2(lpay[l], rpay[r]); ++l; }
        else if (a < b) { out[l] = make_int2(lpay[l], -1); ++l; }
        else ++r;
    }
}

// merge path partition of two arrays sorted in shared memory first (bitonic), then merged
extern "C" __global__ void sort_merge_pair(const int* in, int* out)
{
    __shared__ int s[2][64];
    int t = threadIdx.x, half = t / 64, i = t % 64;
    s[half][i] = in[blockIdx.x * 128 + t];
    for (int k = 2; k <= 64; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1) {
            __syncthreads();
            int p = i ^ j;
            if (p > i) {
                int a = s[half][i], b = s[half][p];
                if ((a > b) == ((i & k) == 0)) { s[half][i] = b; s[half][p] = a; }
            }
        }
    __syncthreads();
    // merge path: diagonal t
    int lo = max(0, t - 64), hi = min(t, 64);
    while (lo < hi) {
        int m = (lo + hi) / 2;
        if (s[0][m] <= s[1][t - 1 - m]) lo = m + 1; else hi = m;
    }
    int a = lo, b = t - lo, v;
    if (a < 64 && (b >= 64 || s[0][a] <= s[1][b])) v = s[0][a]; else v = s[1][b];
    out[blockIdx.x * 128 + t] = v;
}

// dictionary decode: codes bit packed BITS wide, dictionary of doubles in global memory
#ifndef BITS
#define BITS 5
#endif
extern "C" __global__ void dict_decode(const uint32_t* packed, const double* dict, double* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned bit = i * BITS, w = bit >> 5, o = bit & 31;
        uint64_t two = packed[w];
        if (o + BITS > 32) two |= (uint64_t)packed[w + 1] << 32;
        out[i] = dict[(two >> o) & ((1u << BITS) - 1)];
    }
}

// string dictionary decode: fixed width 12 byte strings copied by groups of 4 threads
extern "C" __global__ void dict_strings(const uint16_t* codes, const char* dict, char* out, int n, int width)
{
    int item = (blockIdx.x * blockDim.x + threadIdx.x) >> 2, sub = threadIdx.x & 3;
    if (item >= n) return;
    const char* src = dict + codes[item] * width;
    char* dst = out + item * width;
    for (int c = sub; c < width; c += 4) dst[c] = src[c] ^ 0x20;
}

// bitmap index build (transposed: one bitmap per value) then AND/OR query
extern "C" __global__ void bitmap_build(const uint8_t* col, uint32_t* bitmaps, int n, int values, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? col[i] : -1;
    for (int k = 0; k < values; k++) {
        uint32_t b = __ballot_sync(~0u, v == k);
        if ((threadIdx.x & 31) == 0 && i / 32 < words) bitmaps[k * words + i / 32] = b;
    }
}
extern "C" __global__ void bitmap_query(const uint32_t* bm, const int* pick_a, const int* pick_b, int npick, uint32_t* res, int* card, int words)
{
    cg::thread_block cta = cg::this_thread_block();
    __shared__ int total;
    if (cta.thread_rank() == 0) total = 0;
    cta.sync();
    int c = 0;
    for (int w = cta.thread_rank(); w < words; w += cta.size()) {
        uint32_t a = 0, b = 0;
        for (int k = 0; k < npick; k++) {
            a |= bm[pick_a[blockIdx.x * npick + k] * words + w];
            b |= bm[pick_b[blockIdx.x * npick + k] * words + w];
        }
        a &= ~b;
        res[blockIdx.x * words + w] = a;
        c += __popc(a);
    }
    atomicAdd(&total, c);
    cta.sync();
    if (cta.thread_rank() == 0) card[blockIdx.x] = total;
}

// run length decode: lengths -> shared scan -> binary search by output position
extern "C" __global__ void rle_decode(const int* value, const uint8_t* len, int* out, int runs, int cap)
{
    extern __shared__ int off[];           // runs + 1
    const int t = threadIdx.x;
    const uint8_t* L = len + blockIdx.x * runs;
    if (t < runs) off[t + 1] = L[t] + 1;
    if (t == 0) off[0] = 0;
    __syncthreads();
    for (int d = 1; d < runs; d <<= 1) {
        int v = 0;
        if (t < runs && t + 1 > d) v = off[t + 1 - d];
        __syncthreads();
        if (t < runs) off[t + 1] += v;
        __syncthreads();
    }
    int total = min(cap, off[runs]);
    for (int p = t; p < total; p += blockDim.x) {
        int lo = 0, hi = runs;
        while (hi - lo > 1) { int m = (lo + hi) >> 1; (off[m] <= p ? lo : hi) = m; }
        out[blockIdx.x * cap + p] = value[blockIdx.x * runs + lo];
    }
}

// run length encode: heads flagged, scanned with warp shuffles; one warp a row
extern "C" __global__ void rle_encode(const uint8_t* in, uint8_t* val, int* start, int* nruns, int rows, int len)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (row >= rows) return;
    in += row * len; val += row * len; start += row * len;
    int have = 0;
    for (int b = 0; b < len; b += 32) {
        int i = b + lane;
        bool head = i < len && (i == 0 || in[i] != in[i - 1]);
        unsigned m = __ballot_sync(~0u, head);
        if (head) {
            int k = have + __popc(m & ~(~0u << lane));
            val[k] = in[i];
            start[k] = i;
        }
        have += __popc(m);
    }
    if (lane == 0) nruns[row] = have;
}

// hash join probe, build table laid out as buckets of 4 {key,payload}, in global
extern "C" __global__ void hash_probe(const int4* bucket_keys, const int4* bucket_pay, const int* probe, int* out, int n, int nb)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int k = probe[i], b = murmur(k) % nb, r = -1;
        for (int tries = 0; tries < 3; ++tries) {
            int4 q = bucket_keys[b];
            int hit = q.x == k ? 0 : q.y == k ? 1 : q.z == k ? 2 : q.w == k ? 3 : -1;
            if (hit >= 0) { r = ((const int*)(bucket_pay + b))[hit]; break; }
            if (++b == nb) b = 0;
        }
        out[i] = r;
    }
}

// bloom filter test: bits in shared, k hashes
extern "C" __global__ void bloom(const uint32_t* ins, const uint32_t* qry, uint8_t* ans, int ni, int nq)
{
    __shared__ uint32_t bits[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) bits[i] = 0u;
    __syncthreads();
    for (int i = threadIdx.x; i < ni; i += blockDim.x) {
        uint32_t h = murmur(ins[i]), g = h >> 17 | 1;
        for (int k = 0; k < 3; k++, h += g) atomicOr(&bits[h / 32 % 64], 1u << (h & 31));
    }
    __syncthreads();
    for (int q = blockIdx.x * blockDim.x + threadIdx.x; q < nq; q += gridDim.x * blockDim.x) {
        uint32_t h = murmur(qry[q]), g = h >> 17 | 1;
        bool in = true;
        for (int k = 0; k < 3 && in; k++, h += g) in = bits[h / 32 % 64] >> (h & 31) & 1;
        ans[q] = in;
    }
}

// columnar row materialisation (projection): gather of 4 columns with different widths to row store
struct __align__(16) Row { double price; int id; short qty; char flag; };
extern "C" __global__ void materialise(const int* rowids, const double* price, const int* id, const short* qty, const char* flag, Row* out, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    int r = rowids[i];
    Row w;
    w.price = price[r]; w.id = id[r]; w.qty = qty[r]; w.flag = flag[r];
    out[i] = w;
}

// radix partition histogram, thread-private counters in shared memory as bytes
extern "C" __global__ void radix_count(const uint32_t* k, int* hist, int n, int shift)
{
    extern __shared__ uint8_t cnt[];      // [16][blockDim.x]
    for (int d = 0; d < 16; d++) cnt[d * blockDim.x + threadIdx.x] = 0;
    int per = 16, base = (blockIdx.x * blockDim.x + threadIdx.x) * per;
    for (int j = 0; j < per && base + j < n; j++) cnt[(k[base + j] >> shift & 15) * blockDim.x + threadIdx.x]++;
    __syncthreads();
    if (threadIdx.x < 16) {
        int s = 0;
        for (int t = 0; t < blockDim.x; t++) s += cnt[threadIdx.x * blockDim.x + t];
        hist[threadIdx.x * gridDim.x + blockIdx.x] = s;
    }
}
