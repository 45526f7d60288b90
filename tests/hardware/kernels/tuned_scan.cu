// block and warp scans, sorts, compaction
template <typename T> struct Plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T> struct Maxi { __device__ T operator()(T a, T b) const { return a > b ? a : b; } };

template <typename T, typename Op, int THREADS> struct BlockScan {
    struct Storage { T warp_sums[THREADS / 32]; };
    Storage& st;
    __device__ explicit BlockScan(Storage& s) : st(s) {}
    __device__ T inclusive(T v, Op op, T& total)
    {
        int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
#pragma unroll
        for (int d = 1; d < 32; d <<= 1) { T o = __shfl_up_sync(0xffffffffu, v, d); if (lane >= d) v = op(o, v); }
        if (lane == 31) st.warp_sums[w] = v;
        __syncthreads();
        T pre = v; bool has = false;
#pragma unroll
        for (int i = 0; i < THREADS / 32; i++) {
            T s = st.warp_sums[i];
            if (i < w) { pre = has ? op(pre, s) : s; has = true; }
            total = i ? op(total, s) : s;
        }
        __syncthreads();
        return has ? op(pre, v) : v;
    }
};

// striped->blocked transpose through shared with optional padding, then per thread scan + block scan
template <int ITEMS, int THREADS, bool PAD> __device__ void tile_scan(const int* in, int* out, int n)
{
    using Scan = BlockScan<int, Plus<int>, THREADS>;
    __shared__ union U { int exch[ITEMS * THREADS + (PAD ? ITEMS * THREADS / 32 : 0)]; typename Scan::Storage scan; } u;
    auto pad = [](int i) { if constexpr (PAD) return i + (i >> 5); else return i; };
    int base = blockIdx.x * ITEMS * THREADS;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int i = k * THREADS + threadIdx.x;
        u.exch[pad(i)] = base + i < n ? in[base + i] : 0;
    }
    __syncthreads();
    int v[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) v[k] = u.exch[pad(threadIdx.x * ITEMS + k)];
    __syncthreads();
#pragma unroll
    for (int k = 1; k < ITEMS; k++) v[k] += v[k - 1];
    int tot;
    int incl = Scan(u.scan).inclusive(v[ITEMS - 1], Plus<int>(), tot);
    int excl = incl - v[ITEMS - 1];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) u.exch[pad(threadIdx.x * ITEMS + k)] = v[k] + excl;
    __syncthreads();
    for (int k = 0; k < ITEMS; k++) {
        int i = k * THREADS + threadIdx.x;
        if (base + i < n) out[base + i] = u.exch[pad(i)];
    }
}
extern "C" __global__ void tile_scan_4_pad(const int* in, int* out, int n) { tile_scan<4, 128, true>(in, out, n); }
extern "C" __global__ void tile_scan_7(const int* in, int* out, int n) { tile_scan<7, 96, false>(in, out, n); }

// Blelloch up/down sweep with conflict-free offset macro
#define CF(n) ((n) + ((n) >> 5))
extern "C" __global__ void blelloch_cf(const float* in, float* out, float* sums, int n)
{
    extern __shared__ float temp[];
    int t = threadIdx.x, off = 1, blk = blockIdx.x * n;
    int ai = t, bi = t + n / 2;
    temp[CF(ai)] = in[blk + ai];
    temp[CF(bi)] = in[blk + bi];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) temp[CF(off * (2 * t + 2) - 1)] += temp[CF(off * (2 * t + 1) - 1)];
        off *= 2;
    }
    if (t == 0) { sums[blockIdx.x] = temp[CF(n - 1)]; temp[CF(n - 1)] = 0; }
    for (int d = 1; d < n; d *= 2) {
        off >>= 1;
        __syncthreads();
        if (t < d) {
            int i = CF(off * (2 * t + 1) - 1), j = CF(off * (2 * t + 2) - 1);
            float x = temp[i]; temp[i] = temp[j]; temp[j] += x;
        }
    }
    __syncthreads();
    out[blk + ai] = temp[CF(ai)];
    out[blk + bi] = temp[CF(bi)];
}

// radix sort of a block tile, 4-bit digits, packed 16-bit counters in shared, 2 passes for 8-bit keys
extern "C" __global__ void block_radix_rank(const unsigned* keys, unsigned* out, int* ranks, int n)
{
    __shared__ unsigned short cnt[16][64];
    __shared__ unsigned tile[256];
    __shared__ int digit_base[16];
    const int t = threadIdx.x; // 64
    unsigned k[4];
    for (int i = 0; i < 4; i++) {
        int g = blockIdx.x * 256 + t * 4 + i;
        k[i] = g < n ? keys[g] & 255u : 255u;
    }
    for (int shift = 0; shift < 8; shift += 4) {
        for (int d = 0; d < 16; d++) cnt[d][t] = 0;
        unsigned short before[4];
        for (int i = 0; i < 4; i++) { unsigned d = (k[i] >> shift) & 15; before[i] = cnt[d][t]++; }
        __syncthreads();
        if (t < 16) { int s = 0; for (int c = 0; c < 64; c++) { int x = cnt[t][c]; cnt[t][c] = s; s += x; } digit_base[t] = s; }
        __syncthreads();
        if (t == 0) { int s = 0; for (int d = 0; d < 16; ++d) { int x = digit_base[d]; digit_base[d] = s; s += x; } }
        __syncthreads();
        for (int i = 0; i < 4; i++) {
            unsigned d = (k[i] >> shift) & 15;
            int r = digit_base[d] + cnt[d][t] + before[i];
            tile[r] = k[i];
            if (shift == 4) { int g = blockIdx.x * 256 + t * 4 + i; if (g < n) ranks[g] = r; }
        }
        __syncthreads();
        uint4 q = *(uint4*)&tile[t * 4];
        k[0] = q.x; k[1] = q.y; k[2] = q.z; k[3] = q.w;
        __syncthreads();
    }
    for (int i = 0; i < 4; i++) { int g = blockIdx.x * 256 + t * 4 + i; if (g < n) out[g] = k[i]; }
}

// bitonic sort of key/value pairs stored as a struct in dynamic memory
struct KV { float key; int val; };
extern "C" __global__ void bitonic_kv(KV* data, int n)
{
    extern __shared__ KV s[];
    int base = blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = data[base + i];
    for (int size = 2; size <= n; size <<= 1)
        for (int stride = size >> 1; stride; stride >>= 1) {
            __syncthreads();
            for (int i = threadIdx.x; i < n; i += blockDim.x) {
                int j = i ^ stride;
                if (j > i) {
                    bool up = (i & size) == 0;
                    KV a = s[i], b = s[j];
                    if ((a.key > b.key) == up) { s[i] = b; s[j] = a; }
                }
            }
        }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[base + i] = s[i];
}

// stream compaction by predicate functor; offsets per block are computed deterministically from own prefix (blocks independent)
template <class Pred> __device__ void compact(const int* in, int* out, int* counts, int n, Pred p)
{
    __shared__ int wsum[32];
    int tile0 = blockIdx.x * blockDim.x * 4, outp = tile0;
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5, nw = (blockDim.x + 31) / 32;
    for (int k = 0; k < 4; k++) {
        int i = tile0 + k * blockDim.x + threadIdx.x;
        int v = i < n ? in[i] : 0;
        bool keep = i < n && p(v);
        unsigned m = __ballot_sync(__activemask(), keep);
        if (lane == 0) wsum[w] = __popc(m);
        __syncthreads();
        int off = 0, tot = 0;
        for (int q = 0; q < nw; q++) { int c = wsum[q]; if (q < w) off += c; tot += c; }
        if (keep) out[outp + off + __popc(m & ((1u << lane) - 1))] = v;
        outp += tot;
        __syncthreads();
    }
    if (threadIdx.x == 0) counts[blockIdx.x] = outp - tile0;
}
extern "C" __global__ void compact_multiples(const int* in, int* out, int* counts, int n, int k)
{
    compact(in, out, counts, n, [k](int v) { return v % k == 0; });
}

// segmented reduce by head flags, segments of irregular length found from hashed heads
extern "C" __global__ void segmented_sum_warp(const float* v, const unsigned* h, float* out, int n, unsigned mod)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    float x = i < n ? v[i] : 0.f;
    bool head = lane == 0 || (i < n && h[i] % mod == 0);
    unsigned heads = __ballot_sync(~0u, head);
    int start = 31 - __clz(heads & (0xffffffffu >> (31 - lane)));
    for (int d = 1; d < 32; d <<= 1) { float y = __shfl_up_sync(~0u, x, d); if (lane - d >= start) x += y; }
    bool tail = lane == 31 || ((heads >> (lane + 1)) & 1);
    if (tail && i < n) out[(i & ~31) + start] = x;
}

// merge path: two implicit sorted lists (strided ramps), each thread merges ITEMS outputs
__device__ __forceinline__ int keyA(const int* a, int i) { return a[i] * 3; }
__device__ __forceinline__ int keyB(const int* b, int i) { return b[i] * 5 + 1; }
extern "C" __global__ void merge_path(const int* a, int na, const int* b, int nb, int* out, int items)
{
    int diag = min((blockIdx.x * blockDim.x + threadIdx.x) * items, (unsigned)(na + nb));
    int lo = max(0, diag - nb), hi = min(diag, na);
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (keyA(a, mid) <= keyB(b, diag - 1 - mid)) lo = mid + 1; else hi = mid;
    }
    int i = lo, j = diag - lo;
    for (int k = 0; k < items && diag + k < na + nb; k++) {
        bool takeA = j >= nb || (i < na && keyA(a, i) <= keyB(b, j));
        out[diag + k] = takeA ? keyA(a, i++) : keyB(b, j++);
    }
}
// privatised histogram: per-warp copies, 8-bit values loaded as uint4, odd copy stride
extern "C" __global__ void histo256_warp(const uint4* data, int n16, unsigned* hist)
{
    extern __shared__ unsigned hh[];
    int warps = blockDim.x / 32;
    for (int i = threadIdx.x; i < warps * 257; i += blockDim.x) hh[i] = 0;
    __syncthreads();
    unsigned* mine = hh + (threadIdx.x / 32) * 257;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n16; i += gridDim.x * blockDim.x) {
        uint4 q = data[i];
        unsigned w[4] = {q.x, q.y, q.z, q.w};
        for (int k = 0; k < 4; k++)
            for (int s = 0; s < 32; s += 8) atomicAdd(&mine[(w[k] >> s) & 255], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) {
        unsigned c = 0;
        for (int k = 0; k < warps; k++) c += hh[k * 257 + b];
        if (c) atomicAdd(hist + b, c);
    }
}
// max-scan for run ids over rows with running carry (prefix "fill forward" of last valid)
extern "C" __global__ void ffill_rows(const int* x, int* y, int cols, int missing_mod)
{
    __shared__ typename BlockScan<int, Maxi<int>, 64>::Storage st;
    BlockScan<int, Maxi<int>, 64> scan(st);
    int carry = -1;
    for (int c0 = 0; c0 < cols; c0 += 64) {
        int c = c0 + threadIdx.x;
        int v = c < cols && x[blockIdx.x * cols + c] % missing_mod ? c : -1;
        int tot;
        int last = scan.inclusive(v, Maxi<int>(), tot);
        last = max(last, carry);
        if (c < cols) y[blockIdx.x * cols + c] = last >= 0 ? x[blockIdx.x * cols + last] : -1;
        carry = max(carry, tot);
    }
}
