#include <cooperative_groups.h>
#include <cuda_bf16.h>
// small if bodies (predication candidates) with shared and global loads
extern "C" __global__ void tk_predicated(const int* a, int* o, int n)
{
    __shared__ int s[160];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? a[i] : 5;
    __syncthreads();
    int r = s[t];
    if (r & 1) r += s[(t * 3) % 160];
    if (r & 2) r -= s[(t * 5 + 1) % 160];
    if (r & 4) r ^= s[r & 127];
    if ((r & 8) && i < n) r += a[(i * 7) % n];
    r = (r & 16) ? s[159 - t] : r;
    r = (r & 32) ? s[t >> 2] + 1 : s[t >> 3] - r;
    if (i < n) o[i] = r;
}

// unrolled loop with per-lane condition on each load, break inside
extern "C" __global__ void tk_unroll_cond(const float* x, const int* sel, float* o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int m = sel[i];
    float s = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        if (m >> k & 1) s += x[(i + k * 17) % n];
        if (s > 1.5f) break;
    }
#pragma unroll 3
    for (int k = m & 15; k > 0; k--) {
        if (k == 5) continue;
        s += x[(i * k) % n];
    }
    o[i] = s;
}

// repeat loads with a store between (the compiler can or can't keep the value)
extern "C" __global__ void tk_reload(int* a, int* b, const int* __restrict__ c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i] + c[i];
    b[i] = x;
    int y = a[i] + c[i];           // a must be re-read, c need not
    a[i] = y * 2;
    b[i] += c[n - 1 - i] + a[i];
}

// adjacent loads that a compiler might (not) vectorise; volatile in the other half
extern "C" __global__ void tk_adjacent(const int* __restrict__ in, int* out)
{
    __shared__ __align__(16) int s[512];
    int t = threadIdx.x;
    s[4 * t] = in[4 * t]; s[4 * t + 1] = in[4 * t + 1]; s[4 * t + 2] = in[4 * t + 2]; s[4 * t + 3] = in[4 * t + 3];
    __syncthreads();
    int u = (t + 1) & 127;
    int r = s[4 * u] + s[4 * u + 1] * 2 + s[4 * u + 2] * 3 + s[4 * u + 3] * 4;
    volatile int* v = s;
    if (t % 3 != 1) r ^= v[2 * u] + v[2 * u + 1];
    out[t] = r;
}

// 3D block, 3D shared array, all axis permutations
extern "C" __global__ void tk_cube(const unsigned short* in, unsigned short* out, int perm)
{
    __shared__ unsigned short c[8][4][6];
    unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;   // 6 x 4 x 8
    unsigned lin = (z * blockDim.y + y) * blockDim.x + x;
    c[z][y][x] = in[blockIdx.x * 192 + lin];
    __syncthreads();
    unsigned short r;
    if (perm == 0) r = c[lin % 8][lin / 8 % 4][lin / 32];
    else if (perm == 1) r = c[lin / 24][lin % 4][lin / 4 % 6];
    else r = c[7 - z][3 - y][5 - x];
    out[blockIdx.x * 192 + lin] = r;
}

// bf16 pairs at odd element start; 2-byte accesses
extern "C" __global__ void tk_bf16_shift(const __nv_bfloat16* x, __nv_bfloat16* y, int n, int sh)
{
    __shared__ __nv_bfloat16 s[260];
    int t = threadIdx.x, b = blockIdx.x * 256;
    for (int k = t; k < 256 && b + k < n; k += blockDim.x) s[k + sh] = x[b + k];
    if (t < sh) s[t] = __float2bfloat16(1.f);
    __syncthreads();
    for (int k = 2 * t; k < 256 && b + k < n; k += 2 * blockDim.x) {
        float f = __bfloat162float(s[k]) * 0.5f;
        if (b + k + 1 < n) f += __bfloat162float(s[k + 1]);
        y[b + k] = __float2bfloat16(f);
    }
}

// lambda with captured shared pointer, size_t indices, grid-stride, ternary of addresses across spaces
extern "C" __global__ void tk_spaces(const double* g, double* o, size_t n, size_t cached)
{
    extern __shared__ double cache[];
    for (size_t k = threadIdx.x; k < cached; k += blockDim.x) cache[k] = g[k];
    __syncthreads();
    auto fetch = [&](size_t k) -> double { return k < cached ? cache[k] : g[k]; };
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x) {
        double s = fetch(i) + fetch((i * 13 + 5) % n);
        const double* p = (i % 3) ? &cache[i % cached] : &g[i];
        o[i] = s * *p;
    }
}

// sub-warp groups each leave the loop at different times, shuffles within the group mask only
extern "C" __global__ void tk_group_loops(const int* lens, const float* x, float* o, int groups)
{
    namespace cg = cooperative_groups;
    auto g = cg::tiled_partition<8>(cg::this_thread_block());
    int id = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    if (id >= groups) return;
    int L = lens[id];
    float run = 0;
    for (int b = 0; b < L; b += 8) {
        int k = b + g.thread_rank();
        float v = k < L ? x[id * 40 + k] : 0.f;
        for (int d = 1; d < 8; d <<= 1) {
            float u = g.shfl_up(v, d);
            if (g.thread_rank() >= d) v += u;
        }
        if (k < L) o[id * 40 + k] = v + run;
        run += g.shfl(v, 7);
    }
}

// triangular loop nest over shared memory: pair energies; 3 ways of addressing by block
extern "C" __global__ void tk_pairs(const float4* p, float* e, int n)
{
    __shared__ float4 q[64];
    __shared__ float soa[3][64];
    int t = threadIdx.x;
    float4 me = make_float4(0, 0, 0, 0);
    if (t < n) me = p[blockIdx.x * n + t];
    q[t] = me; soa[0][t] = me.x; soa[1][t] = me.y; soa[2][t] = me.z;
    __syncthreads();
    float s = 0;
    if (blockIdx.x == 0)
        for (int j = t + 1; j < n; ++j) s += me.x * q[j].x + me.w * q[j].w;
    else if (blockIdx.x == 1)
        for (int j = 0; j < t; ++j) s += me.x * soa[0][j] - soa[2][j];
    else {
        int j = t;
        for (int c = 0; c < n / 2; ++c) { j = j + 1 < n ? j + 1 : 0; float4 o = q[j]; s += fabsf(o.x - me.x) + o.y * o.z; }
    }
    if (t < n) e[blockIdx.x * n + t] = s;
}

// run-length encode: each thread handles a run found by lookback while loop
extern "C" __global__ void tk_rle(const unsigned char* d, int* runlen, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned char c = d[i] >> 6;
    if (i && (d[i - 1] >> 6) == c) return;     // not a start
    int j = i + 1;
    while (j < n && (d[j] >> 6) == c) j++;
    runlen[i] = j - i;
}

// ring permutation in shared with arbitrary gcd strides & in-place swaps (write conflicts)
extern "C" __global__ void tk_scatter_perm(const int* in, int* out, int mult, int add)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[(t * mult + add) & 255] = in[blockIdx.x * 256 + t];     // mult odd
    __syncthreads();
    int p = 255 - t;
    int keep = s[p ^ ((p >> 5) & 7)];
    __syncthreads();
    s[((t & 7) << 5) | (t >> 3)] = keep;                      // 8-way transposition
    __syncthreads();
    out[blockIdx.x * 256 + t] = s[t];
}

// Morton order walk in global + tiled rgba texture
__device__ unsigned part1by1(unsigned v) { v &= 0xffff; v = (v | v << 8) & 0x00ff00ff; v = (v | v << 4) & 0x0f0f0f0f; v = (v | v << 2) & 0x33333333; return (v | v << 1) & 0x55555555; }
extern "C" __global__ void tk_morton(const unsigned* lin, unsigned* z, int side)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= (unsigned)side || y >= (unsigned)side) return;
    z[part1by1(x) | part1by1(y) << 1] = lin[y * side + x];
}

// uint3 / 12 byte, int2 unaligned-by-element index, char4 in AoS of 6 shorts
struct Six { short v[6]; };
extern "C" __global__ void tk_six(const Six* s, Six* d, const int2* ab, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int2 w = ab[i];
    Six a = s[w.x], r;
    for (int k = 0; k < 6; k++) r.v[k] = a.v[(k + w.y) % 6] - s[i].v[k];   // local array, dynamic index
    d[i] = r;
}

// Brownian: LCG walk on a shared grid with wrap, unsigned char cells, 4 steps a round
extern "C" __global__ void tk_lcg_walk(const unsigned char* world, unsigned* seen, int steps)
{
    __shared__ unsigned char w[64][64];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) ((unsigned*)w)[k] = ((const unsigned*)world)[k];
    __syncthreads();
    unsigned st = blockIdx.x * blockDim.x + threadIdx.x + 1, h = 0;
    int x = st % 64, y = st / 3 % 64;
    for (int k = 0; k < steps; ++k) {
        st = st * 1664525u + 1013904223u;
        switch (st >> 30) { case 0: x = (x + 1) & 63; break; case 1: x = (x - 1) & 63; break; case 2: y = (y + 1) & 63; break; default: y = (y - 1) & 63; }
        unsigned char c = w[y][x];
        if (c > 250) break;
        if (c & 1) h = h * 31 + w[x][y];
    }
    seen[blockIdx.x * blockDim.x + threadIdx.x] = h;
}
