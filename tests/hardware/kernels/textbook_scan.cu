// Prefix sums, compaction and histograms.
#define FULL 0xffffffffu

extern "C" __global__ void hillis_steele(const float* in, float* out, int n)
{
    extern __shared__ float temp[];       // two buffers of n
    int t = threadIdx.x, pout = 0, pin = 1;
    temp[t] = in[blockIdx.x * n + t];
    __syncthreads();
    for (int off = 1; off < n; off *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (t >= off) temp[pout * n + t] = temp[pin * n + t] + temp[pin * n + t - off];
        else temp[pout * n + t] = temp[pin * n + t];
        __syncthreads();
    }
    out[blockIdx.x * n + t] = temp[pout * n + t];
}

// Kirk and Hwu: Kogge-Stone, one buffer and two barriers
extern "C" __global__ void kogge_stone(const int* X, int* Y, int n)
{
    __shared__ int XY[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    XY[threadIdx.x] = i < n ? X[i] : 0;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int temp;
        if (threadIdx.x >= stride) temp = XY[threadIdx.x] + XY[threadIdx.x - stride];
        __syncthreads();
        if (threadIdx.x >= stride) XY[threadIdx.x] = temp;
    }
    if (i < n) Y[i] = XY[threadIdx.x];
}

// Brent-Kung: half as many threads as elements
extern "C" __global__ void brent_kung(const int* X, int* Y, int n)
{
    __shared__ int XY[256];
    int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    XY[threadIdx.x] = i < n ? X[i] : 0;
    XY[threadIdx.x + blockDim.x] = i + blockDim.x < n ? X[i + blockDim.x] : 0;
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < 2 * blockDim.x) XY[index] += XY[index - stride];
    }
    for (int stride = 256 / 4; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < 2 * blockDim.x) XY[index + stride] += XY[index];
    }
    __syncthreads();
    if (i < n) Y[i] = XY[threadIdx.x];
    if (i + blockDim.x < n) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
}

// Blelloch, exclusive, with the macro against bank conflicts
#define LOG_BANKS 5
#define CFO(n) ((n) >> LOG_BANKS)
extern "C" __global__ void blelloch(const int* g_in, int* g_out, int* sums, int n)
{
    extern __shared__ int tmp[];
    int t = threadIdx.x, offset = 1, ai = t, bi = t + n / 2;
    const int* in = g_in + blockIdx.x * n;
    tmp[ai + CFO(ai)] = in[ai];
    tmp[bi + CFO(bi)] = in[bi];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            a += CFO(a); b += CFO(b);
            tmp[b] += tmp[a];
        }
        offset *= 2;
    }
    if (t == 0) { sums[blockIdx.x] = tmp[n - 1 + CFO(n - 1)]; tmp[n - 1 + CFO(n - 1)] = 0; }
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            a += CFO(a); b += CFO(b);
            int x = tmp[a];
            tmp[a] = tmp[b];
            tmp[b] += x;
        }
    }
    __syncthreads();
    g_out[blockIdx.x * n + ai] = tmp[ai + CFO(ai)];
    g_out[blockIdx.x * n + bi] = tmp[bi + CFO(bi)];
}

__device__ __forceinline__ int warp_inclusive(int v)
{
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int u = __shfl_up_sync(FULL, v, d);
        if (lane >= d) v += u;
    }
    return v;
}
// inclusive over the block (multiple of 32), total returned through a reference
__device__ int block_inclusive(int v, int& total)
{
    __shared__ int ws[32];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5, nw = blockDim.x >> 5;
    v = warp_inclusive(v);
    if (lane == 31) ws[w] = v;
    __syncthreads();
    if (w == 0) {
        int s = lane < nw ? ws[lane] : 0;
        s = warp_inclusive(s);
        if (lane < nw) ws[lane] = s;
    }
    __syncthreads();
    if (w > 0) v += ws[w - 1];
    total = ws[nw - 1];
    __syncthreads();
    return v;
}
extern "C" __global__ void scan_warp_shuffle(const int* in, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, total;
    int v = block_inclusive(i < n ? in[i] : 0, total);
    if (i < n) out[i] = v;
}

// one block slides over a long array with a running carry
extern "C" __global__ void scan_one_block_long(const int* in, long long* out, int n)
{
    long long carry = 0;
    for (int base = 0; base < n; base += blockDim.x) {
        int i = base + threadIdx.x, total;
        int v = block_inclusive(i < n ? in[i] : 0, total);
        if (i < n) out[i] = carry + v;
        carry += total;
    }
}

// three phases: every thread scans its own piece, one warp scans the ends, everyone adds
extern "C" __global__ void scan_three_phase(const float* in, float* out, int n)
{
    const int PER = 7;
    __shared__ float s[33 * PER], ends[33];
    int t = threadIdx.x, base = blockIdx.x * 33 * PER;
    for (int k = 0; k < PER; k++) {
        int j = k * 33 + t;
        s[j] = base + j < n ? in[base + j] : 0.f;
    }
    __syncthreads();
    for (int k = 1; k < PER; k++) s[t * PER + k] += s[t * PER + k - 1];
    ends[t] = s[t * PER + PER - 1];
    __syncthreads();
    float before = 0.f;
    for (int k = 0; k < t; k++) before += ends[k];
    for (int k = 0; k < PER; k++) s[t * PER + k] += before;
    __syncthreads();
    for (int k = 0; k < PER; k++) {
        int j = k * 33 + t;
        if (base + j < n) out[base + j] = s[j];
    }
}

// blocks take tickets, then wait for the block before them
extern "C" __global__ void scan_chained(const int* in, int* out, volatile int* sums, unsigned* flags, unsigned* ticket, int n)
{
    __shared__ int bid, before;
    if (threadIdx.x == 0) {
        bid = atomicAdd(ticket, 1u);
        if (bid == 0) atomicExch(&flags[0], 1u);
    }
    __syncthreads();
    int i = bid * blockDim.x + threadIdx.x, total;
    int v = block_inclusive(i < n ? in[i] : 0, total);
    if (threadIdx.x == 0) {
        while (atomicAdd(&flags[bid], 0u) == 0u) __nanosleep(20);
        __threadfence();
        before = sums[bid];
        sums[bid + 1] = before + total;
        __threadfence();
        atomicExch(&flags[bid + 1], 1u);
    }
    __syncthreads();
    if (i < n) out[i] = v + before;
}

// decoupled look-back: status (2 bits) and value packed in 64 bits, a warp looks back over 32 blocks
extern "C" __global__ void scan_lookback(const int* in, int* out, unsigned long long* state, unsigned* ticket, int n)
{
    __shared__ int bid, exclusive;
    if (threadIdx.x == 0) bid = atomicAdd(ticket, 1u);
    __syncthreads();
    int i = bid * blockDim.x + threadIdx.x, total;
    int v = block_inclusive(i < n ? in[i] : 0, total);
    const unsigned long long AGG = 1ull << 62, PRE = 2ull << 62;
    if (threadIdx.x == 0) atomicExch(&state[bid], (bid == 0 ? PRE : AGG) | (unsigned)total);
    if (threadIdx.x < 32) {
        int run = 0, look = bid - 1 - (int)threadIdx.x;
        bool done = bid == 0;
        while (!done) {
            unsigned long long st;
            do {
                st = look >= 0 ? atomicAdd(&state[look], 0ull) : PRE;
            } while (__any_sync(FULL, (st >> 62) == 0));
            unsigned prefixes = __ballot_sync(FULL, (st >> 62) == 2);
            int stop = prefixes ? __ffs(prefixes) - 1 : 31;
            int val = threadIdx.x <= stop ? (int)(unsigned)st : 0;
            for (int d = 16; d; d >>= 1) val += __shfl_xor_sync(FULL, val, d);
            run += val;
            done = prefixes != 0;
            look -= 32;
        }
        if (threadIdx.x == 0) {
            exclusive = run;
            if (bid) atomicExch(&state[bid], PRE | (unsigned)(run + total));
        }
    }
    __syncthreads();
    if (i < n) out[i] = v + exclusive;
}

// segmented scan in a warp; flags mark the heads
extern "C" __global__ void segscan_warp(const int* val, const int* flag, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int v = val[i];
    bool head = (flag[i] & 3) == 0 || lane == 0;
    unsigned heads = __ballot_sync(FULL, head);
    unsigned below = heads & (0xffffffffu >> (31 - lane));
    int start = 31 - __clz(below);
    for (int d = 1; d < 32; d <<= 1) {
        int u = __shfl_up_sync(FULL, v, d);
        if (lane - d >= start) v += u;
    }
    out[i] = v;
}

extern "C" __global__ void scan_running_max(const int* in, int* out, int n)
{
    extern __shared__ int m[];
    int t = threadIdx.x;
    if (t < n) m[t] = in[t];
    __syncthreads();
    for (int d = 1; d < n; d += d) {
        int x = 0;
        if (t >= d && t < n) x = max(m[t], m[t - d]);
        __syncthreads();
        if (t >= d && t < n) m[t] = x;
        __syncthreads();
    }
    if (t < n) out[t] = m[t];
}

// ------------------------------------------------------------------ compaction
extern "C" __global__ void compact_stable(const int* in, int* out, int* count, int n, int limit)
{
    // one block, keeps the order
    int base = 0;
    for (int start = 0; start < n; start += blockDim.x) {
        int i = start + threadIdx.x, total;
        int keep = i < n && in[i] < limit;
        int pos = block_inclusive(keep, total) - keep;
        if (keep) out[base + pos] = in[i];
        base += total;
    }
    if (threadIdx.x == 0) *count = base;
}
extern "C" __global__ void compact_append(const int* in, int* out, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (in[i] & 1)) out[atomicAdd(count, 1)] = in[i];
}
// one atomic per warp, the leader shares it
extern "C" __global__ void compact_aggregated(const int* in, int* out, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 0) {
        unsigned act = __activemask();
        int lane = threadIdx.x & 31, leader = __ffs(act) - 1, base;
        if (lane == leader) base = atomicAdd(count, __popc(act));
        base = __shfl_sync(act, base, leader);
        out[base + __popc(act & ((1u << lane) - 1))] = in[i];
    }
}
// per-warp output slots, so the result does not depend on anyone else
extern "C" __global__ void compact_ballot_slots(const int* in, int* out, int* cnt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, w = i / 32;
    bool keep = i < n && in[i] > 50;
    unsigned b = __ballot_sync(FULL, keep);
    if (keep) out[w * 32 + __popc(b << (31 - lane) << 1)] = in[i];
    if (!lane) cnt[w] = __popc(b);
}
extern "C" __global__ void run_length_encode(const int* in, int* vals, int* lens, int* runs, int n)
{
    __shared__ int start[513];
    int t = threadIdx.x, total;
    int head = t < n && (t == 0 || in[t] != in[t - 1]);
    int pos = block_inclusive(head, total) - 1;
    if (head) { vals[pos] = in[t]; start[pos] = t; }
    if (t == 0) { start[total] = n; *runs = total; }
    __syncthreads();
    if (t < total) lens[t] = start[t + 1] - start[t];
}

// ------------------------------------------------------------------ histograms
extern "C" __global__ void hist_global(const unsigned char* data, unsigned* bins, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x, stride = blockDim.x * gridDim.x;
    while (i < n) { atomicAdd(&bins[data[i]], 1); i += stride; }
}
extern "C" __global__ void hist_privatised(const unsigned char* data, unsigned* bins, int nbins, int n)
{
    extern __shared__ unsigned h[];
    for (int b = threadIdx.x; b < nbins; b += blockDim.x) h[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&h[data[i] % nbins], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += blockDim.x)
        if (h[b]) atomicAdd(&bins[b], h[b]);
}
// a histogram for every warp, 16-bit counters two to a word
extern "C" __global__ void hist_per_warp(const unsigned char* data, unsigned* bins, int n)
{
    __shared__ unsigned h[5][32];
    int w = threadIdx.x / 32, lane = threadIdx.x % 32;
    h[w][lane] = 0;
    __syncwarp();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int b = data[i] >> 2;
        atomicAdd(&h[w][b >> 1], (b & 1) ? 65536u : 1u);
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        int b = threadIdx.x;
        unsigned s = 0;
        for (int k = 0; k < blockDim.x / 32; k++) s += (b & 1) ? h[k][b >> 1] >> 16 : h[k][b >> 1] & 0xffff;
        atomicAdd(&bins[b], s);
    }
}
extern "C" __global__ void hist_match_aggregated(const int* data, int* bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned act = __ballot_sync(FULL, i < n);
    if (i < n) {
        int b = data[i];
        unsigned peers = __match_any_sync(act, b);
        if ((threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(&bins[b], __popc(peers));
    }
}
// runs of equal bins are accumulated before they are written (PMPP)
extern "C" __global__ void hist_text_runs(const unsigned char* text, unsigned* bins, int n)
{
    __shared__ unsigned h[7];
    if (threadIdx.x < 7) h[threadIdx.x] = 0u;
    __syncthreads();
    unsigned acc = 0;
    int prev = -1, per = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t * per; i < min((t + 1) * per, n); ++i) {
        int p = text[i] - 'a';
        if (p < 0 || p >= 26) continue;
        int bin = p / 4;
        if (bin == prev) { ++acc; continue; }
        if (acc > 0) atomicAdd(&h[prev], acc);
        acc = 1;
        prev = bin;
    }
    if (acc > 0) atomicAdd(&h[prev], acc);
    __syncthreads();
    if (threadIdx.x < 7) atomicAdd(&bins[threadIdx.x], h[threadIdx.x]);
}
// histogram, cumulative table and equalisation of one small image by one block
extern "C" __global__ void equalise(const unsigned char* in, unsigned char* out, int n)
{
    __shared__ int h[256], first;
    int t = threadIdx.x;
    h[t] = 0;
    if (t == 0) first = 256;
    __syncthreads();
    for (int i = t; i < n; i += 256) atomicAdd(&h[in[i]], 1);
    __syncthreads();
    int mine = h[t];
    if (mine) atomicMin(&first, t);
    __syncthreads();
    int minimum = h[first], total;
    int c = block_inclusive(mine, total);
    h[t] = n == minimum ? t : (c - minimum) * 255 / (n - minimum);
    __syncthreads();
    for (int i = t; i < n; i += 256) out[i] = (unsigned char)h[in[i]];
}
