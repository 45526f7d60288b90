// Linear algebra that leans on mma.sync: vectors, batches, bands, triangles, complex numbers, bits of graphs.
#include <cuda_fp16.h>
typedef unsigned u32;
__device__ __forceinline__ u32 two(const half* p) { return *(const u32*)p; }
__device__ __forceinline__ void mma(float* c, const u32* a, const u32* b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9},"
                 " {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
// fragments of a row-major A (16 x 16 at p) and of B given as rows of its columns
__device__ __forceinline__ void frag_a(u32* a, const half* p, int ld)
{
    int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    p += g * ld + 2 * t;
    a[0] = two(p), a[1] = two(p + 8 * ld), a[2] = two(p + 8), a[3] = two(p + 8 * ld + 8);
}
__device__ __forceinline__ void frag_b(u32* b, const half* p, int ld)
{
    int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    p += g * ld + 2 * t;
    b[0] = two(p), b[1] = two(p + 8);
}
__device__ __forceinline__ void keep(float* C, const float* c, int ld)
{
    int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    *(float2*)(C + g * ld + 2 * t) = make_float2(c[0], c[1]);
    *(float2*)(C + (g + 8) * ld + 2 * t) = make_float2(c[2], c[3]);
}
#define WARP (threadIdx.x / 32)
#define WARPS (blockDim.x / 32)
// y = A x: x is the first column of B, the others are zero
extern "C" __global__ void gemv_one_column(const half* A, const half* x, float* y, int M, int K)
{
    int l = threadIdx.x % 32, r0 = (blockIdx.x * WARPS + WARP) * 16;
    if (r0 >= M) return;
    float c[4] = {};
    for (int k = 0; k < K; k += 16) {
        u32 a[4], b[2] = {0, 0};
        frag_a(a, A + r0 * K + k, K);
        if (l < 4) b[0] = two(x + k + 2 * l), b[1] = two(x + k + 2 * l + 8);
        mma(c, a, b);
    }
    if (l % 4 == 0) y[r0 + l / 4] = c[0], y[r0 + l / 4 + 8] = c[2];
}
// y = A x with the eight columns of B as eight parts of x, added at the end: K a multiple of 128; whole numbers
extern "C" __global__ void gemv_eight_parts(const half* A, const half* x, float* y, int M, int K)
{
    __shared__ float diagonal[4][16];
    int l = threadIdx.x % 32, g = l / 4, t = l % 4, r0 = (blockIdx.x * WARPS + WARP) * 16, part = K / 8;
    float sum[2] = {};
    for (int p = 0; p < 8; p++) {
        float c[4] = {};
        for (int k = 0; k < part; k += 16) {
            u32 a[4], b[2];
            frag_a(a, A + r0 * K + p * part + k, K);
            b[0] = two(x + g * part + k + 2 * t), b[1] = two(x + g * part + k + 2 * t + 8);
            mma(c, a, b);
        }
        if (p / 2 == t) sum[0] += c[p % 2], sum[1] += c[2 + p % 2];
    }
    for (int d = 1; d < 4; d *= 2)
        sum[0] += __shfl_xor_sync(~0u, sum[0], d), sum[1] += __shfl_xor_sync(~0u, sum[1], d);
    if (t == 0) diagonal[WARP][g] = sum[0], diagonal[WARP][g + 8] = sum[1];
    __syncwarp();
    if (l < 16) y[r0 + l] = diagonal[WARP][l];
}
// batches of 16 x 16 by 16 x 8, one a warp, scattered by a list
extern "C" __global__ void batched_listed(const half* A, const half* B, const int* which, float* C, int count)
{
    int i = blockIdx.x * WARPS + WARP;
    if (i >= count) return;
    u32 a[4], b[2];
    float c[4] = {};
    frag_a(a, A + which[i] * 256, 16);
    frag_b(b, B + i * 128, 16);
    mma(c, a, b);
    keep(C + i * 128, c, 8);
}
// split K with atomics of floats: whole numbers, so any order gives the same
extern "C" __global__ void split_k_atomic(const half* A, const half* B, float* C, int N, int K)
{
    int l = threadIdx.x % 32, g = l / 4, t = l % 4, r0 = blockIdx.y * 16, c0 = blockIdx.x * 8;
    int parts = gridDim.z * WARPS, mine = blockIdx.z * WARPS + WARP;
    float c[4] = {};
    for (int k = mine * 16; k < K; k += parts * 16) {
        u32 a[4], b[2];
        frag_a(a, A + r0 * K + k, K);
        frag_b(b, B + c0 * K + k, K);
        mma(c, a, b);
    }
    float* to = C + (r0 + g) * N + c0 + 2 * t;
    atomicAdd(to, c[0]), atomicAdd(to + 1, c[1]), atomicAdd(to + 8 * N, c[2]), atomicAdd(to + 8 * N + 1, c[3]);
}
// a band of `width` blocks of 16 beside the diagonal, stored as blocks, by a dense matrix of N columns
extern "C" __global__ void banded_product(const half* blocks, const half* B, float* C, int n, int N, int width)
{
    int rb = blockIdx.y, c0 = (blockIdx.x * WARPS + WARP) * 8, per = 2 * width + 1;
    if (c0 >= N) return;
    float c[4] = {};
    for (int j = max(rb - width, 0); j <= min(rb + width, n / 16 - 1); j++) {
        u32 a[4], b[2];
        frag_a(a, blocks + (rb * per + j - rb + width) * 256, 16);
        frag_b(b, B + c0 * n + j * 16, n);
        mma(c, a, b);
    }
    keep(C + rb * 16 * N + c0, c, N);
}
// L B with L lower triangular: blocks above the diagonal are skipped, the diagonal's upper part is masked
extern "C" __global__ void triangular_product(const half* L, const half* B, float* C, int n, int N)
{
    int l = threadIdx.x % 32, g = l / 4, t = l % 4, rb = blockIdx.y, c0 = (blockIdx.x * WARPS + WARP) * 8;
    if (c0 >= N) return;
    float c[4] = {};
    for (int kb = 0; kb <= rb; kb++) {
        u32 a[4], b[2];
        frag_a(a, L + rb * 16 * n + kb * 16, n);
        if (kb == rb)
            for (int i = 0; i < 4; i++) {
                int row = g + i % 2 * 8, col = 2 * t + i / 2 * 8;
                if (col > row) a[i] = 0;
                else if (col + 1 > row) a[i] &= 0xffff;
            }
        frag_b(b, B + c0 * n + kb * 16, n);
        mma(c, a, b);
    }
    keep(C + rb * 16 * N + c0, c, N);
}
// complex numbers in two planes: four real products, the sign turned in the fragment
extern "C" __global__ void complex_four(const half* Ar, const half* Ai, const half* Br, const half* Bi, float* Cr,
                                        float* Ci, int N, int K)
{
    int r0 = blockIdx.y * 16, c0 = (blockIdx.x * WARPS + WARP) * 8;
    if (c0 >= N) return;
    float re[4] = {}, im[4] = {};
    for (int k = 0; k < K; k += 16) {
        u32 ar[4], ai[4], br[2], bi[2];
        frag_a(ar, Ar + r0 * K + k, K), frag_a(ai, Ai + r0 * K + k, K);
        frag_b(br, Br + c0 * K + k, K), frag_b(bi, Bi + c0 * K + k, K);
        mma(re, ar, br), mma(im, ar, bi), mma(im, ai, br);
        bi[0] ^= 0x80008000u, bi[1] ^= 0x80008000u;
        mma(re, ai, bi);
    }
    keep(Cr + r0 * N + c0, re, N), keep(Ci + r0 * N + c0, im, N);
}
// three real products (Gauss), pairs side by side in memory: (re, im) is a half2. Whole numbers
extern "C" __global__ void complex_three(const __half2* A, const __half2* B, float2* C, int N, int K)
{
    int l = threadIdx.x % 32, g = l / 4, t = l % 4, r0 = blockIdx.y * 16, c0 = (blockIdx.x * WARPS + WARP) * 8;
    if (c0 >= N) return;
    float p[4] = {}, q[4] = {}, s[4] = {};
    for (int k0 = 0; k0 < K; k0 += 16) {
        u32 re[4], im[4], both[4], bre[2], bim[2], bboth[2];
        auto split = [&](const __half2* v, u32& r, u32& i, u32& sum) {
            __half2 x = v[0], y = v[1], rr = __lows2half2(x, y), ii = __highs2half2(x, y), ss = __hadd2(rr, ii);
            r = *(u32*)&rr, i = *(u32*)&ii, sum = *(u32*)&ss;
        };
        for (int i = 0; i < 4; i++)
            split(A + (r0 + g + i % 2 * 8) * K + k0 + 2 * t + i / 2 * 8, re[i], im[i], both[i]);
        for (int i = 0; i < 2; i++) split(B + (c0 + g) * K + k0 + 2 * t + i * 8, bre[i], bim[i], bboth[i]);
        mma(p, re, bre), mma(q, im, bim), mma(s, both, bboth);
    }
    for (int e = 0; e < 4; e++)
        C[(r0 + g + e / 2 * 8) * N + c0 + 2 * t + e % 2] = make_float2(p[e] - q[e], s[e] - p[e] - q[e]);
}
// squared distances of points: |x|^2 + |y|^2 - 2 x y, whole coordinates
extern "C" __global__ void pairwise_distances(const half* X, const half* Y, float* D, int N, int K)
{
    int l = threadIdx.x % 32, g = l / 4, t = l % 4, r0 = blockIdx.y * 16, c0 = (blockIdx.x * WARPS + WARP) * 8;
    if (c0 >= N) return;
    auto square = [&](const half* p) {
        float s = 0.f;
        for (int k = t; k < K; k += 4) s += __half2float(p[k]) * __half2float(p[k]);
        for (int d = 1; d < 4; d *= 2) s += __shfl_xor_sync(~0u, s, d);
        return s;
    };
    float up = square(X + (r0 + g) * K), down = square(X + (r0 + g + 8) * K), mine = square(Y + (c0 + g) * K);
    float y0 = __shfl_sync(~0u, mine, 8 * t), y1 = __shfl_sync(~0u, mine, 8 * t + 4), c[4] = {};
    for (int k = 0; k < K; k += 16) {
        u32 a[4], b[2];
        frag_a(a, X + r0 * K + k, K);
        frag_b(b, Y + c0 * K + k, K);
        mma(c, a, b);
    }
    float d[4] = {up + y0 - 2.f * c[0], up + y1 - 2.f * c[1], down + y0 - 2.f * c[2], down + y1 - 2.f * c[3]};
    keep(D + r0 * N + c0, d, N);
}
// one more step in a graph of n nodes: which pairs are joined by a path of two edges (0 or 1 as halves)
extern "C" __global__ void reach_two(const half* G, const half* Gt, half* R, int n)
{
    int l = threadIdx.x % 32, g = l / 4, t = l % 4, r0 = blockIdx.y * 16, c0 = (blockIdx.x * WARPS + WARP) * 8;
    if (c0 >= n) return;
    float c[4] = {};
    for (int k = 0; k < n; k += 16) {
        u32 a[4], b[2];
        frag_a(a, G + r0 * n + k, n);
        frag_b(b, Gt + c0 * n + k, n);
        mma(c, a, b);
    }
    for (int h = 0; h < 2; h++)
        *(__half2*)(R + (r0 + g + h * 8) * n + c0 + 2 * t) =
            __floats2half2_rn(c[h * 2] > 0.5f ? 1.f : 0.f, c[h * 2 + 1] > 0.5f ? 1.f : 0.f);
}
// 16-point transforms by a matrix of cosines and sines (given), 8 signals a warp
extern "C" __global__ void dft16(const half* cosines, const half* sines, const half* signals, float* re, float* im,
    int count)
{
    int s0 = (blockIdx.x * WARPS + WARP) * 8;
    if (s0 >= count) return;
    u32 a[4], d[4], b[2];
    float c[4] = {}, s[4] = {};
    frag_a(a, cosines, 16), frag_a(d, sines, 16);
    frag_b(b, signals + s0 * 16, 16);
    mma(c, a, b), mma(s, d, b);
    keep(re + s0, c, count), keep(im + s0, s, count);
}
