// Attention: scores, softmax, values; in one kernel by mma.sync, in steps by wmma, and two kinds without softmax.
#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;
typedef unsigned u32;
#ifndef HEAD
#define HEAD 64
#endif
#ifndef CAUSAL
#define CAUSAL 0
#endif
#define ROW (HEAD + 8)
__device__ __forceinline__ u32 at(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void ldm4(u32* r, const void* p)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at(p)) : "memory");
}
__device__ __forceinline__ void ldm4t(u32* r, const void* p)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at(p)) : "memory");
}
__device__ __forceinline__ void mma(float* c, const u32* a, const u32* b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9},"
                 " {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ __forceinline__ u32 pack(float x, float y)
{
    __half2 h = __floats2half2_rn(x, y);
    return *(u32*)&h;
}
__device__ __forceinline__ void rows_in(half (*s)[ROW], const half* from, int rows)
{
    for (int i = threadIdx.x; i < rows * (HEAD / 8); i += blockDim.x)
        *(int4*)&s[i / (HEAD / 8)][i % (HEAD / 8) * 8] = *(const int4*)(from + i * 8);
}
// 16 queries a warp, 32 keys a round, running maximum and sum; blockIdx.y is the head
extern "C" __global__ void attention_online(const half* Q, const half* K, const half* V, float* O, int n, float scale)
{
    __shared__ __align__(16) half sq[64][ROW], sk[32][ROW], sv[32][ROW];
    int l = threadIdx.x % 32, w = threadIdx.x / 32, g = l / 4, t = l % 4, warps = blockDim.x / 32;
    int q0 = blockIdx.x * warps * 16;
    Q += blockIdx.y * n * HEAD, K += blockIdx.y * n * HEAD, V += blockIdx.y * n * HEAD, O += blockIdx.y * n * HEAD;
    rows_in(sq, Q + q0 * HEAD, warps * 16);
    __syncthreads();
    u32 q[HEAD / 16][4];
    for (int k = 0; k < HEAD / 16; k++) ldm4(q[k], &sq[w * 16 + l % 16][k * 16 + l / 16 * 8]);
    float o[HEAD / 8][4] = {}, top[2] = {-1e30f, -1e30f}, sum[2] = {};
    int last = CAUSAL ? min(n, q0 + warps * 16) : n;
    for (int k0 = 0; k0 < last; k0 += 32) {
        __syncthreads();
        rows_in(sk, K + k0 * HEAD, 32);
        rows_in(sv, V + k0 * HEAD, 32);
        __syncthreads();
        float s[4][4] = {};
        for (int k = 0; k < HEAD / 16; k++)
            for (int j = 0; j < 2; j++) {
                u32 b[4];
                ldm4(b, &sk[j * 16 + l % 8 + l / 16 * 8][k * 16 + l / 8 % 2 * 8]);
                mma(s[j * 2], q[k], b), mma(s[j * 2 + 1], q[k], b + 2);
            }
        for (int h = 0; h < 2; h++) {
            float most = top[h];
            for (int j = 0; j < 4; j++)
                for (int e = 0; e < 2; e++) {
                    float& x = s[j][h * 2 + e];
                    x *= scale;
                    if (CAUSAL && k0 + j * 8 + 2 * t + e > q0 + w * 16 + g + h * 8) x = -1e30f;
                    most = fmaxf(most, x);
                }
            for (int d = 1; d < 4; d *= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
            float shrink = exp2f(top[h] - most), part = 0.f;
            top[h] = most;
            for (int j = 0; j < 4; j++)
                for (int e = 0; e < 2; e++) part += s[j][h * 2 + e] = exp2f(s[j][h * 2 + e] - most);
            sum[h] = sum[h] * shrink + part;
            for (int j = 0; j < HEAD / 8; j++) o[j][h * 2] *= shrink, o[j][h * 2 + 1] *= shrink;
        }
        for (int k = 0; k < 2; k++) {
            u32 p[4] = {pack(s[k * 2][0], s[k * 2][1]), pack(s[k * 2][2], s[k * 2][3]),
                        pack(s[k * 2 + 1][0], s[k * 2 + 1][1]), pack(s[k * 2 + 1][2], s[k * 2 + 1][3])};
            for (int j = 0; j < HEAD / 16; j++) {
                u32 b[4];
                ldm4t(b, &sv[k * 16 + l % 16][j * 16 + l / 16 * 8]);
                mma(o[j * 2], p, b), mma(o[j * 2 + 1], p, b + 2);
            }
        }
    }
    for (int h = 0; h < 2; h++) {
        for (int d = 1; d < 4; d *= 2) sum[h] += __shfl_xor_sync(~0u, sum[h], d);
        for (int j = 0; j < HEAD / 8; j++)
            *(float2*)(O + (q0 + w * 16 + g + h * 8) * HEAD + j * 8 + 2 * t) =
                make_float2(o[j][h * 2] / sum[h], o[j][h * 2 + 1] / sum[h]);
    }
}
// 16 queries a block, up to 128 keys: scores in shared memory, a warp softens rows, wmma again for the values
extern "C" __global__ void attention_wmma(const half* Q, const half* K, const half* V, float* O, int n, float scale)
{
    __shared__ __align__(32) float s[16][128 + 8];
    __shared__ __align__(32) half p[16][128 + 16];
    int l = threadIdx.x % 32, w = threadIdx.x / 32, warps = blockDim.x / 32, q0 = blockIdx.x * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> kt;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> v;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    for (int j = w; j < n / 16; j += warps) {
        wmma::fill_fragment(c, 0.f);
        for (int k = 0; k < HEAD; k += 16) {
            wmma::load_matrix_sync(a, Q + q0 * HEAD + k, HEAD);
            wmma::load_matrix_sync(kt, K + j * 16 * HEAD + k, HEAD);
            wmma::mma_sync(c, a, kt, c);
        }
        for (int i = 0; i < c.num_elements; i++) c.x[i] *= scale;
        wmma::store_matrix_sync(&s[0][j * 16], c, 128 + 8, wmma::mem_row_major);
    }
    __syncthreads();
    for (int r = w; r < 16; r += warps) {
        float most = -1e30f, sum = 0.f;
        for (int k = l; k < n; k += 32) most = fmaxf(most, s[r][k]);
        for (int d = 16; d; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
        for (int k = l; k < n; k += 32) sum += s[r][k] = __expf(s[r][k] - most);
        for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
        for (int k = l; k < n; k += 32) p[r][k] = __float2half_rn(s[r][k] / sum);
    }
    __syncthreads();
    for (int j = w; j < HEAD / 16; j += warps) {
        wmma::fill_fragment(c, 0.f);
        for (int k = 0; k < n; k += 16) {
            wmma::load_matrix_sync(a, &p[0][k], 128 + 16);
            wmma::load_matrix_sync(v, V + k * HEAD + j * 16, HEAD);
            wmma::mma_sync(c, a, v, c);
        }
        wmma::store_matrix_sync(O + q0 * HEAD + j * 16, c, HEAD, wmma::mem_row_major);
    }
}
// only Q K^T, whole numbers, masked above the diagonal
extern "C" __global__ void attention_scores(const half* Q, const half* K, float* S, int n)
{
    int l = threadIdx.x % 32, g = l / 4, t = l % 4, q0 = blockIdx.y * 16,
        k0 = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 8;
    if (k0 >= n) return;
    float c[4] = {};
    if (!CAUSAL || k0 <= q0 + 15)
        for (int d = 2 * t; d < HEAD; d += 16) {
            const half *u = Q + (q0 + g) * HEAD + d, *k = K + (k0 + g) * HEAD + d;
            u32 a[4] = {*(const u32*)u, *(const u32*)(u + 8 * HEAD), *(const u32*)(u + 8),
                *(const u32*)(u + 8 * HEAD + 8)};
            u32 b[2] = {*(const u32*)k, *(const u32*)(k + 8)};
            mma(c, a, b);
        }
    for (int e = 0; e < 4; e++) {
        int q = q0 + g + e / 2 * 8, k = k0 + 2 * t + e % 2;
        S[q * n + k] = CAUSAL && k > q ? -1.f : c[e];
    }
}
// relu in place of softmax: whole numbers stay whole; the scores never leave the registers
extern "C" __global__ void attention_relu(const half* Q, const half* K, const half* V, float* O, int n)
{
    __shared__ __align__(16) half sq[16][ROW], sk[16][ROW], sv[16][ROW];
    int l = threadIdx.x, g = l / 4, t = l % 4, q0 = blockIdx.x * 16;
    rows_in(sq, Q + q0 * HEAD, 16);
    float o[HEAD / 8][4] = {};
    for (int k0 = 0; k0 < n; k0 += 16) {
        rows_in(sk, K + k0 * HEAD, 16);
        rows_in(sv, V + k0 * HEAD, 16);
        __syncwarp();
        float s[2][4] = {};
        for (int k = 0; k < HEAD; k += 16) {
            u32 a[4], b[4];
            ldm4(a, &sq[l % 16][k + l / 16 * 8]);
            ldm4(b, &sk[l % 8 + l / 16 * 8][k + l / 8 % 2 * 8]);
            mma(s[0], a, b), mma(s[1], a, b + 2);
        }
        u32 p[4];
        for (int i = 0; i < 4; i++)
            p[i] = pack(fminf(fmaxf(s[i / 2][i % 2 * 2], 0.f), 64.f), fminf(fmaxf(s[i / 2][i % 2 * 2 + 1], 0.f), 64.f));
        for (int j = 0; j < HEAD / 16; j++) {
            u32 b[4];
            ldm4t(b, &sv[l % 16][j * 16 + l / 16 * 8]);
            mma(o[j * 2], p, b), mma(o[j * 2 + 1], p, b + 2);
        }
        __syncwarp();
    }
    for (int j = 0; j < HEAD / 8; j++) {
        float* to = O + (q0 + g) * HEAD + j * 8 + 2 * t;
        *(float2*)to = make_float2(o[j][0], o[j][1]);
        *(float2*)(to + 8 * HEAD) = make_float2(o[j][2], o[j][3]);
    }
}
// linear attention: K^T V first (HEAD x HEAD, both by ldmatrix.trans), a warp for each 16 rows of it
extern "C" __global__ void attention_linear_state(const half* K, const half* V, float* S, int n)
{
    __shared__ __align__(16) half sk[16][ROW], sv[16][ROW];
    int l = threadIdx.x % 32, w = threadIdx.x / 32, g = l / 4, t = l % 4;
    float s[HEAD / 8][4] = {};
    for (int k0 = 0; k0 < n; k0 += 16) {
        rows_in(sk, K + k0 * HEAD, 16);
        rows_in(sv, V + k0 * HEAD, 16);
        __syncthreads();
        u32 a[4];
        ldm4t(a, &sk[l % 8 + l / 16 * 8][w * 16 + l / 8 % 2 * 8]);
        for (int j = 0; j < HEAD / 16; j++) {
            u32 b[4];
            ldm4t(b, &sv[l % 16][j * 16 + l / 16 * 8]);
            mma(s[j * 2], a, b), mma(s[j * 2 + 1], a, b + 2);
        }
        __syncthreads();
    }
    for (int j = 0; j < HEAD / 8; j++) {
        float* to = S + (w * 16 + g) * HEAD + j * 8 + 2 * t;
        *(float2*)to = make_float2(s[j][0], s[j][1]);
        *(float2*)(to + 8 * HEAD) = make_float2(s[j][2], s[j][3]);
    }
}
