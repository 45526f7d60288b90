#include <cuda_pipeline.h>
// local arrays with run-time index, function calls, recursion-free stacks, templates, sorts

// insertion sort of the thread's own k numbers in a local array
extern "C" __global__ void ms_local_sort(const int* a, int* o, int k)
{
    int v[16];
    int t = blockIdx.x * blockDim.x + threadIdx.x, nt = gridDim.x * blockDim.x;
    for (int i = 0; i < k; ++i) {
        int x = a[i * nt + t], j = i - 1;
        while (j >= 0 && v[j] > x) { v[j + 1] = v[j]; --j; }
        v[j + 1] = x;
    }
    for (int i = 0; i < k; ++i) o[t * k + i] = v[i];
}

__noinline__ __device__ float poly(const float* c, int deg, float x)
{
    float r = c[deg];
    for (int k = deg - 1; k >= 0; --k) r = r * x + c[k];
    return r;
}
extern "C" __global__ void ms_noinline(const float* x, const float* gc, float* y, int n)
{
    __shared__ float sc[6];
    if (threadIdx.x < 6) sc[threadIdx.x] = gc[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    float a = poly(v > 0 ? gc : sc, v > 0.5f ? 5 : 3, v);     // generic pointer, mixed spaces in a warp
    float b = poly(sc, 4, a * 0.125f);
    y[i] = a - b;
}

__noinline__ __device__ void swap_if(unsigned* p, unsigned* q, bool up) { if ((*p > *q) == up) { unsigned t = *p; *p = *q; *q = t; } }
// bitonic, called function on shared memory
extern "C" __global__ void ms_bitonic_call(unsigned* g)
{
    __shared__ unsigned s[128];
    int t = threadIdx.x;                    // 64
    s[t] = g[blockIdx.x * 128 + t]; s[t + 64] = g[blockIdx.x * 128 + t + 64];
    for (int k = 2; k <= 128; k <<= 1)
        for (int j = k >> 1; j; j >>= 1) {
            __syncthreads();
            int i = 2 * t - (t & (j - 1));
            swap_if(&s[i], &s[i + j], (i & k) == 0);
        }
    __syncthreads();
    g[blockIdx.x * 128 + t] = s[t]; g[blockIdx.x * 128 + t + 64] = s[t + 64];
}

// key/value bitonic: pairs as 8-byte struct, descending
struct KV { float k; int v; };
extern "C" __global__ void ms_bitonic_kv(const float* key, int* rank, int n)
{
    extern __shared__ KV kv[];
    const int t = threadIdx.x;
    kv[t] = KV{t < n ? key[blockIdx.x * n + t] : -9.f, t};
    __syncthreads();
    for (int size = 2; size <= (int)blockDim.x; size *= 2)
        for (int st = size / 2; st > 0; st /= 2) {
            int o = t ^ st;
            if (o > t) {
                bool desc = (t & size) == 0;
                if (desc ? kv[t].k < kv[o].k : kv[t].k > kv[o].k) {
                    KV tmp = kv[t]; kv[t] = kv[o]; kv[o] = tmp;
                }
            }
            __syncthreads();
        }
    if (t < n) rank[blockIdx.x * n + t] = kv[t].v;
}

// Blelloch scan, with and without the conflict-free offset
#ifdef AVOID
#define CF(i) ((i) + ((i) >> 5))
#else
#define CF(i) (i)
#endif
extern "C" __global__ void ms_blelloch(const int* in, int* out)
{
    extern __shared__ int tmp[];
    int t = threadIdx.x, n = 2 * blockDim.x, b = blockIdx.x * n;
    tmp[CF(t)] = in[b + t];
    tmp[CF(t + n / 2)] = in[b + t + n / 2];
    int off = 1;
    for (int d = n >> 1; d > 0; d >>= 1, off <<= 1) {
        __syncthreads();
        if (t < d) tmp[CF(off * (2 * t + 2) - 1)] += tmp[CF(off * (2 * t + 1) - 1)];
    }
    if (t == 0) tmp[CF(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        off >>= 1;
        __syncthreads();
        if (t < d) {
            int i = CF(off * (2 * t + 1) - 1), j = CF(off * (2 * t + 2) - 1);
            int x = tmp[i]; tmp[i] = tmp[j]; tmp[j] += x;
        }
    }
    __syncthreads();
    out[b + t] = tmp[CF(t)];
    out[b + t + n / 2] = tmp[CF(t + n / 2)];
}

// Hillis-Steele with double buffer, 64-bit
extern "C" __global__ void ms_hillis(const long long* a, long long* o, int n)
{
    __shared__ long long buf[2][128];
    int t = threadIdx.x, g = blockIdx.x * 128 + t, cur = 0;
    buf[0][t] = g < n ? a[g] : 0;
    __syncthreads();
    for (int d = 1; d < 128; d <<= 1, cur ^= 1) {
        buf[cur ^ 1][t] = t >= d ? buf[cur][t] + buf[cur][t - d] : buf[cur][t];
        __syncthreads();
    }
    if (g < n) o[g] = buf[cur][t];
}

// explicit stack tree walk; implicit complete binary tree of intervals
extern "C" __global__ void ms_treewalk(const float* node, const float* query, int* hits, int nn, int nq)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= nq) return;
    float x = query[q];
    int stack[12], sp = 0, h = 0;
    stack[sp++] = 0;
    while (sp) {
        int i = stack[--sp];
        float c = node[i];
        if (c > x) h++;
        int l = 2 * i + 1;
        if (l < nn && c > -0.5f) stack[sp++] = l;
        if (l + 1 < nn && c < x + 0.3f) stack[sp++] = l + 1;
    }
    hits[q] = h;
}

// N queens by bitmasks with per-thread stack in shared memory (column of the stack)
extern "C" __global__ void ms_queens(int* count, int n)
{
    __shared__ unsigned pos[8][49], cols[9][49], dl[9][49], dr[9][49];
    int t = threadIdx.x;
    if (t >= n * n) { return; }
    unsigned full = (1u << n) - 1, c0 = 1u << (t / n), c1 = 1u << (t % n);
    int sols = 0;
    unsigned l = c0 << 1, r = c0 >> 1;
    if (!(c1 & (c0 | l | r))) {
        int d = 2;
        cols[d][t] = c0 | c1; dl[d][t] = (l | c1) << 1; dr[d][t] = (r | c1) >> 1;
        pos[d][t] = full & ~(cols[d][t] | dl[d][t] | dr[d][t]);
        while (d >= 2) {
            unsigned p = pos[d][t];
            if (!p) { --d; continue; }
            unsigned bit = p & (0u - p);
            pos[d][t] = p ^ bit;
            if (d == n - 1) { sols++; continue; }
            cols[d + 1][t] = cols[d][t] | bit;
            dl[d + 1][t] = (dl[d][t] | bit) << 1;
            dr[d + 1][t] = (dr[d][t] | bit) >> 1;
            d++;
            pos[d][t] = full & ~(cols[d][t] | dl[d][t] | dr[d][t]);
        }
    }
    count[t] = sols;
}

// Functor templates, different element types in one kernel
struct Plus { template <class U> __device__ U operator()(U a, U b) const { return a + b; } };
struct Maxi { template <class U> __device__ U operator()(U a, U b) const { return a < b ? b : a; } };
template <class U, class F, int N> __device__ U reduce_smem(U* s, F f)
{
    #pragma unroll
    for (int k = N / 2; k > 0; k /= 2) {
        if (threadIdx.x < k) s[threadIdx.x] = f(s[threadIdx.x], s[threadIdx.x + k]);
        __syncthreads();
    }
    return s[0];
}
extern "C" __global__ void ms_functors(const short* a, const double* b, double* o)
{
    __shared__ short ss[128];
    __shared__ double sd[128];
    __shared__ unsigned char sc[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    ss[threadIdx.x] = a[i];
    sd[threadIdx.x] = b[i];
    sc[threadIdx.x] = (unsigned char)a[i];
    __syncthreads();
    short m = reduce_smem<short, Maxi, 128>(ss, Maxi());
    double s = reduce_smem<double, Plus, 128>(sd, Plus{});
    unsigned char c = reduce_smem<unsigned char, Plus, 128>(sc, Plus{});
    if (threadIdx.x == 0) o[blockIdx.x] = s + m * 0.5 + c;
}

// async copies, two stages
extern "C" __global__ void ms_pipe(const float* g, float* o, int tiles)
{
    __shared__ __align__(16) float st[2][256];
    int t = threadIdx.x;                     // 64 threads, float4 each
    const float* src = g + blockIdx.x * tiles * 256;
    __pipeline_memcpy_async(&st[0][t * 4], src + t * 4, 16);
    __pipeline_commit();
    float acc = 0;
    for (int k = 0; k < tiles; ++k) {
        if (k + 1 < tiles) __pipeline_memcpy_async(&st[(k + 1) & 1][t * 4], src + (k + 1) * 256 + t * 4, 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int j = 0; j < 4; j++) acc += st[k & 1][j * 64 + (t ^ (k & 31))] * (j + 1);
        __syncthreads();
    }
    o[blockIdx.x * 64 + t] = acc;
}

// FFT radix-2, 64 complex points per half-block; bit reversed load, float2 in shared memory
extern "C" __global__ void ms_fft64(const float2* x, float2* y)
{
    __shared__ float2 s[4][64];
    int t = threadIdx.x, r = threadIdx.y;    // 32 x 4
    const float2* p = x + (blockIdx.x * 4 + r) * 64;
    s[r][__brev(t) >> 26] = p[t];
    s[r][__brev(t + 32) >> 26] = p[t + 32];
    __syncwarp();
    for (int h = 1; h < 64; h *= 2) {
        int k = t & (h - 1), i = ((t - k) << 1) + k;
        float sn, cs;
        sincosf(-3.14159265f * k / h, &sn, &cs);
        float2 a = s[r][i], b = s[r][i + h];
        float2 w = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
        s[r][i] = make_float2(a.x + w.x, a.y + w.y);
        s[r][i + h] = make_float2(a.x - w.x, a.y - w.y);
        __syncwarp();
    }
    float2* q = y + (blockIdx.x * 4 + r) * 64;
    q[t] = s[r][t]; q[t + 32] = s[r][t + 32];
}

// constant + local coefficient table
__constant__ float ctab[8] = {1.f, .5f, .25f, .125f, -.125f, -.25f, -.5f, -1.f};
extern "C" __global__ void ms_consttab(const unsigned char* ix, const float* v, float* o, int n)
{
    float loc[8];
    for (int k = 0; k < 8; ++k) loc[k] = ctab[k] * (1 + threadIdx.x % 3);
    unsigned nt = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += nt) {
        unsigned b = ix[i];
        o[i] = v[i] * loc[b & 7] + ctab[(b >> 3) & 7];
    }
}
