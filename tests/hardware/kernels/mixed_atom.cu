typedef unsigned int u32;
typedef unsigned long long u64;

// histogram, private per warp
extern "C" __global__ void at_hist_warp(const unsigned char* data, u32* hist, int n, int bins)
{
    extern __shared__ u32 h[];               // warps x bins
    int nw = blockDim.x / 32;
    for (int i = threadIdx.x; i < bins * nw; i += blockDim.x) h[i] = 0;
    __syncthreads();
    u32* my = h + (threadIdx.x / 32) * bins;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&my[data[i] % bins], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x) {
        u32 s = 0;
        for (int w = 0; w < nw; w++) s += h[w * bins + b];
        if (s) atomicAdd(hist + b, s);
    }
}

// int add/min/max/or in global memory on scattered cells
extern "C" __global__ void at_minmax(const int* key, const int* val, int* mn, int* mx, u32* bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int k = key[i], v = val[i];
    if (v & 1) atomicMin(&mn[k], -v);
    else atomicMax(mx + k, v);
    if (v % 3 == 0) atomicOr(&bits[k >> 5], 1u << (k & 31));
    else atomicXor(&bits[(k >> 5) + 8], 1u << (v & 31));
}

// shared min max and add by all threads on one address, and on several
extern "C" __global__ void at_stats(const int* x, int* o, int n)
{
    __shared__ int lo, hi, sum;
    __shared__ int cnt[5];
    if (threadIdx.x == 0) { lo = 0x7fffffff; hi = -1; sum = 0; }
    if (threadIdx.x < 5) cnt[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int v = x[i];
        atomicMin(&lo, v);
        atomicMax(&hi, v);
        atomicAdd(&sum, v);
        atomicAdd(&cnt[v % 5], 1);
    }
    __syncthreads();
    if (threadIdx.x < 8) {
        int t = threadIdx.x;
        o[blockIdx.x * 8 + t] = t == 0 ? lo : t == 1 ? hi : t == 2 ? sum : cnt[t - 3];
    }
}

// float max by CAS
__device__ float atomic_fmax(float* a, float v)
{
    int* p = (int*)a;
    int old = *p, seen;
    do {
        seen = old;
        if (__int_as_float(seen) >= v) break;
        old = atomicCAS(p, seen, __float_as_int(v));
    } while (old != seen);
    return __int_as_float(old);
}
extern "C" __global__ void at_fmax(const float* x, float* o, int n, int groups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomic_fmax(&o[i % groups], x[i]);
}

// open-addressing hash set in shared memory; the number of distinct keys is deterministic
extern "C" __global__ void at_hashset(const u32* keys, u32* distinct, int per)
{
    __shared__ u32 table[256];
    __shared__ u32 c;
    for (int i = threadIdx.x; i < 256; i += blockDim.x) table[i] = 0xffffffffu;
    if (threadIdx.x == 0) c = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < per; i += blockDim.x) {
        u32 k = keys[blockIdx.x * per + i];
        u32 slot = (k * 2654435769u) >> 24;
        while (true) {
            u32 prev = atomicCAS(&table[slot], 0xffffffffu, k);
            if (prev == 0xffffffffu) { atomicAdd(&c, 1); break; }
            if (prev == k) break;
            slot = (slot + 1) & 255;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) distinct[blockIdx.x] = c;
}

// exchange: each cell gets exactly one token by atomicExch; disjoint cells so it is deterministic
extern "C" __global__ void at_exch(int* cells, int* old, int n, int mul)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int c = (i * mul) % n;             // mul prime to n
        old[i] = atomicExch(&cells[c], i);
    }
}

// 64 bit adds, dec/inc wrap
extern "C" __global__ void at_wide(const u32* v, u64* sums, u32* ring, int n)
{
    __shared__ u64 acc[4];
    if (threadIdx.x < 4) acc[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicAdd(&acc[threadIdx.x & 3], (u64)v[i] << 8);
        atomicInc(&ring[v[i] % 7], 9);
    }
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(&sums[threadIdx.x], acc[threadIdx.x]);
}

// queue: one atomic per warp-leader, places by thread order (order free)
extern "C" __global__ void at_queue(const int* x, int* q, int* tail, int n, int t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool want = i < n && x[i] < t;
    unsigned m = __ballot_sync(0xffffffffu, want);
    int lane = threadIdx.x & 31, lead = __ffs(m) - 1, base = 0;
    if (m && lane == lead) base = atomicAdd(tail, __popc(m));
    base = __shfl_sync(0xffffffffu, base, lead < 0 ? 0 : lead);
    if (want) q[base + __popc(m & ((1u << lane) - 1u))] = x[i];
}

// bucket counting with shared int atomics, then counting sort's rank within thread order (stable, serial per bucket)
extern "C" __global__ void at_countsort(const int* k, int* out, int nb)
{
    __shared__ int cnt[64], start[64], ks[128];
    int t = threadIdx.x;
    if (t < nb) cnt[t] = 0;
    __syncthreads();
    ks[t] = k[blockIdx.x * 128 + t] % nb;
    atomicAdd(&cnt[ks[t]], 1);
    __syncthreads();
    if (t == 0) { int s = 0; for (int b = 0; b < nb; b++) { start[b] = s; s += cnt[b]; } }
    __syncthreads();
    int r = 0;
    for (int j = 0; j < t; ++j) r += ks[j] == ks[t];
    out[blockIdx.x * 128 + start[ks[t]] + r] = k[blockIdx.x * 128 + t];
}
// float atomics splat (order free)
extern "C" __global__ void at_splat(const float* xy, float* img, int n, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float fx = (xy[2 * i] * .5f + .5f) * (w - 2), fy = (xy[2 * i + 1] * .5f + .5f) * (h - 2);
    int x = (int)fx, y = (int)fy;
    fx -= x; fy -= y;
    float* p = img + y * w + x;
    atomicAdd(p, (1 - fx) * (1 - fy));
    atomicAdd(p + 1, fx * (1 - fy));
    atomicAdd(p + w, (1 - fx) * fy);
    atomicAdd(p + w + 1, fx * fy);
}
