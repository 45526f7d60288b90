// Reductions in every shape. After M. Harris' slides and what came later.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
#define FULL 0xffffffffu

// kernel 0: interleaved addressing with a divergent modulo
extern "C" __global__ void reduce0_modulo(const int* in, int* out, int n)
{
    extern __shared__ int sdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if ((tid % (2 * s)) == 0 && tid + s < blockDim.x) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = sdata[0];
}

// kernel 1: strided index, no divergence but conflicts
extern "C" __global__ void reduce1_strided(const float* in, float* out, int n)
{
    extern __shared__ float fdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    fdata[tid] = i < n ? in[i] : 0.f;
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        int index = 2 * s * tid;
        if (index + s < blockDim.x) fdata[index] += fdata[index + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = fdata[0];
}

// kernel 2: sequential addressing; power of two block
extern "C" __global__ void reduce2_sequential(const float* in, float* out, int n)
{
    extern __shared__ float fdata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    fdata[tid] = i < n ? in[i] : 0.f;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) fdata[tid] += fdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = fdata[0];
}

// the same for any block size: halve upwards
extern "C" __global__ void reduce2b_any_size(const double* in, double* out, int n)
{
    extern __shared__ double ddata[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    ddata[tid] = i < n ? in[i] : 0.0;
    for (unsigned len = blockDim.x; len > 1;) {
        __syncthreads();
        unsigned half = (len + 1) / 2;
        if (tid + half < len) ddata[tid] += ddata[tid + half];
        len = half;
    }
    if (tid == 0) out[blockIdx.x] = ddata[0];
}

// kernel 3: first add during load
extern "C" __global__ void reduce3_first_add(const int* in, int* out, int n)
{
    __shared__ int s[128];
    unsigned tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + tid;
    int v = i < n ? in[i] : 0;
    if (i + blockDim.x < n) v += in[i + blockDim.x];
    s[tid] = v;
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
        if (tid < k) s[tid] = v = v + s[tid + k];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = v;
}

// kernel 4: last warp unrolled, volatile plus __syncwarp between the steps
__device__ void warp_reduce_volatile(volatile float* s, unsigned tid)
{
    float v = s[tid];
    v += s[tid + 32]; __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 16]; __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 8];  __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 4];  __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 2];  __syncwarp(); s[tid] = v; __syncwarp();
    v += s[tid + 1];  __syncwarp(); s[tid] = v;
}
extern "C" __global__ void reduce4_last_warp(const float* in, float* out, int n)
{
    __shared__ float s[256];
    unsigned tid = threadIdx.x, i = blockIdx.x * 512 + tid;
    s[tid] = (i < n ? in[i] : 0.f) + (i + 256 < n ? in[i + 256] : 0.f);
    __syncthreads();
    for (unsigned k = 128; k > 32; k >>= 1) {
        if (tid < k) s[tid] += s[tid + k];
        __syncthreads();
    }
    if (tid < 32) warp_reduce_volatile(s, tid);
    if (tid == 0) out[blockIdx.x] = s[0];
}

// kernel 5 and 6: block size as a template parameter, grid-stride accumulation
template <unsigned blockSize>
__device__ void reduce_full(const int* in, int* out, unsigned n)
{
    __shared__ int s[blockSize < 64 ? 64 : blockSize];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockSize * 2 + tid, gridSize = blockSize * 2 * gridDim.x;
    int v = 0;
    while (i < n) {
        v += in[i];
        if (i + blockSize < n) v += in[i + blockSize];
        i += gridSize;
    }
    s[tid] = v;
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) s[tid] = v = v + s[tid + 256]; __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) s[tid] = v = v + s[tid + 128]; __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) s[tid] = v = v + s[tid + 64]; __syncthreads(); }
    if (tid < 32) {
        if (blockSize >= 64) v += s[tid + 32];
        for (int off = 16; off > 0; off /= 2) v += __shfl_down_sync(FULL, v, off);
        if (tid == 0) out[blockIdx.x] = v;
    }
}
extern "C" __global__ void reduce6_512(const int* in, int* out, unsigned n) { reduce_full<512>(in, out, n); }
extern "C" __global__ void reduce6_64(const int* in, int* out, unsigned n) { reduce_full<64>(in, out, n); }
extern "C" __global__ void reduce6_32(const int* in, int* out, unsigned n) { reduce_full<32>(in, out, n); }

// two levels of shuffles, any multiple of 32
template <class T, class Op>
__device__ T block_reduce(T v, Op op, T identity)
{
    __shared__ T part[32];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    for (int o = 16; o; o >>= 1) v = op(v, __shfl_down_sync(FULL, v, o));
    if (lane == 0) part[w] = v;
    __syncthreads();
    int warps = blockDim.x >> 5;
    v = lane < warps ? part[lane] : identity;
    if (w == 0) for (int o = 16; o; o >>= 1) v = op(v, __shfl_down_sync(FULL, v, o));
    __syncthreads();
    return v;
}
extern "C" __global__ void reduce_shuffle_ops(const int* in, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    int sum = block_reduce(v, [](int a, int b) { return a + b; }, 0);
    int mx = block_reduce(v, [](int a, int b) { return a > b ? a : b; }, -2147483647 - 1);
    int mn = block_reduce(i < n ? v : 2147483647, [](int a, int b) { return min(a, b); }, 2147483647);
    int x = block_reduce(v, [](int a, int b) { return a ^ b; }, 0);
    if (threadIdx.x == 0) { out[4 * blockIdx.x] = sum; out[4 * blockIdx.x + 1] = mx; out[4 * blockIdx.x + 2] = mn; out[4 * blockIdx.x + 3] = x; }
}
extern "C" __global__ void reduce_shuffle_float(const float* in, float* out, int n)
{
    float v = 0.f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
    v = block_reduce(v, [](float a, float b) { return a + b; }, 0.f);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}

extern "C" __global__ void reduce_cg_tiles(const int* in, int* out, int n)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int i = block.group_index().x * block.size() + block.thread_rank();
    int v = i < n ? in[i] : 0;
    int s = cg::reduce(tile, v, cg::plus<int>());
    int m = cg::reduce(tile, v, cg::greater<int>());
    __shared__ int total[64];
    if (tile.thread_rank() == 0) total[tile.meta_group_rank()] = s * 2 + m;
    cg::sync(block);
    if (block.thread_rank() == 0) {
        int t = 0;
        for (int k = 0; k < tile.meta_group_size(); k++) t += total[k];
        out[blockIdx.x] = t;
    }
}

// float sums through atomics, the order is free
extern "C" __global__ void reduce_atomic_float(const float* in, float* sum, int n)
{
    __shared__ float s;
    if (threadIdx.x == 0) s = 0.f;
    __syncthreads();
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += in[i];
    atomicAdd(&s, v);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(sum, s);
}
extern "C" __global__ void reduce_atomic_int(const int* in, int* sum, unsigned* mx, int* mn, long long* sq, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicAdd(sum, in[i]);
        atomicMax(mx, (unsigned)in[i]);
        atomicMin(mn, in[i] - 100000);
        atomicAdd((unsigned long long*)sq, (unsigned long long)in[i] * in[i]);
    }
}

// the last block to arrive adds the partial sums in block order
extern "C" __global__ void reduce_last_block(const float* in, volatile float* partial, unsigned* ticket, float* out, int n)
{
    __shared__ float s[96];
    __shared__ bool last;
    float v = 0.f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
    s[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float t = 0.f;
        for (int k = 0; k < blockDim.x; k++) t += s[k];
        partial[blockIdx.x] = t;
        __threadfence();
        unsigned k = atomicInc(ticket, gridDim.x - 1);
        last = k == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float t = 0.f;
        for (int b = 0; b < gridDim.x; b++) t += partial[b];
        *out = t;
    }
}

// position of the largest, smaller index wins
extern "C" __global__ void argmax_rows(const float* m, int* idx, float* val, int cols)
{
    float best = -3.0e38f;
    int at = 0x7fffffff;
    for (int j = threadIdx.x; j < cols; j += 32) {
        float v = m[blockIdx.x * cols + j];
        if (v > best) { best = v; at = j; }
    }
    for (int o = 16; o; o >>= 1) {
        float b = __shfl_xor_sync(FULL, best, o);
        int a = __shfl_xor_sync(FULL, at, o);
        if (b > best || (b == best && a < at)) { best = b; at = a; }
    }
    if (threadIdx.x == 0) { idx[blockIdx.x] = at; val[blockIdx.x] = best; }
}

struct Welford { float mean, m2; int n; };
__device__ Welford merge(Welford a, Welford b)
{
    if (b.n == 0) return a;
    if (a.n == 0) return b;
    Welford r;
    r.n = a.n + b.n;
    float d = b.mean - a.mean;
    r.mean = a.mean + d * b.n / r.n;
    r.m2 = a.m2 + b.m2 + d * d * ((float)a.n * b.n / r.n);
    return r;
}
extern "C" __global__ void welford_variance(const float* in, float* mean, float* var, int cols)
{
    Welford w = {0.f, 0.f, 0};
    for (int j = threadIdx.x; j < cols; j += blockDim.x) {
        float x = in[blockIdx.x * cols + j], d = x - w.mean;
        w.n++;
        w.mean += d / w.n;
        w.m2 += d * (x - w.mean);
    }
    __shared__ Welford s[128];
    s[threadIdx.x] = w;
    __syncthreads();
    for (int k = 64; k; k >>= 1) {
        if (threadIdx.x < k && threadIdx.x + k < blockDim.x) s[threadIdx.x] = merge(s[threadIdx.x], s[threadIdx.x + k]);
        __syncthreads();
    }
    if (threadIdx.x == 0) { mean[blockIdx.x] = s[0].mean; var[blockIdx.x] = s[0].m2 / s[0].n; }
}

extern "C" __global__ void kahan_sums(const float* in, float* out, int per, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float s = 0.f, c = 0.f;
    for (int k = 0; k < per; k++) {
        float y = in[t * per + k] * 1000.f - c, u = __fadd_rn(s, y);
        c = __fsub_rn(__fsub_rn(u, s), y);
        s = u;
    }
    out[2 * t] = s;
    out[2 * t + 1] = c;
}

extern "C" __global__ void dot_double(const double* a, const double* b, double* out, int n)
{
    __shared__ double cache[50];
    double t = 0;
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    while (tid < n) { t += a[tid] * b[tid]; tid += blockDim.x * gridDim.x; }
    cache[threadIdx.x] = t;
    __syncthreads();
    if (threadIdx.x == 0) {
        t = 0;
        for (int i = 0; i < (int)blockDim.x; i++) t += cache[i];
        out[blockIdx.x] = t;
    }
}

// column sums, a thread walks down its columns
extern "C" __global__ void column_stats(const int* m, int* sum, int* nz, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    int s = 0, z = 0;
    for (int r = 0; r < rows; r++) { int v = m[r * cols + c]; s += v; z += v != 0; }
    sum[c] = s; nz[c] = z;
}

extern "C" __global__ void count_votes(const int* in, int n, int limit, int* counts, int* anyb, int* allb)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int p = i < n && in[i] < limit;
    int c = __syncthreads_count(p), a = __syncthreads_or(i < n && in[i] == 0), l = __syncthreads_and(i >= n || in[i] < 95);
    if (threadIdx.x == 0) { counts[blockIdx.x] = c; anyb[blockIdx.x] = !!a; allb[blockIdx.x] = !!l; }
}

// keys come sorted into runs (key = i * i / 64): the head of each run adds up its own
extern "C" __global__ void reduce_by_key(const int* val, int* sum, int* len, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto key = [](int k) { return k * k / 64; };
    if (i > 0 && key(i) == key(i - 1)) return;
    int s = 0, j = i;
    do s += val[j++]; while (j < n && key(j) == key(i));
    sum[i] = s;
    len[i] = j - i;
}

extern "C" __global__ void reduce_sync_builtin(const unsigned* in, unsigned* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = i < n ? in[i] : 0u;
    unsigned a = __reduce_add_sync(FULL, v), b = __reduce_max_sync(FULL, v), c = __reduce_min_sync(FULL, v);
    unsigned d = __reduce_and_sync(FULL, v | 0xff), e = __reduce_or_sync(FULL, v), f = __reduce_xor_sync(FULL, v);
    int g = __reduce_min_sync(FULL, (int)v - 500), h = __reduce_max_sync(FULL, -(int)v);
    if ((threadIdx.x & 31) == 7) {
        unsigned* o = out + (i >> 5) * 8;
        o[0] = a; o[1] = b; o[2] = c; o[3] = d; o[4] = e; o[5] = f; o[6] = (unsigned)g; o[7] = (unsigned)h;
    }
}

// recursion over the range, the way one would write it on the host
__device__ int sum_rec(const int* a, int lo, int hi)
{
    if (hi - lo == 1) return a[lo];
    int mid = (lo + hi) / 2;
    return sum_rec(a, lo, mid) - 2 * sum_rec(a, mid, hi);
}
extern "C" __global__ void reduce_recursive(const int* in, int* out, int per)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    out[t] = sum_rec(in + t * per, 0, per);
}
