// Convolutions as products: im2col on the way to shared memory, never in global memory. Pictures are height x width x
// channels, weights taps x channels x filters.
#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;
typedef unsigned u32;
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
// 3 x 3, padding of one, channels a multiple of 16, 16 filters a block row; 16 pixels a warp
extern "C" __global__ void conv3x3_wmma(const half* image, const half* weights, float* out, int H, int W, int C, int F)
{
    __shared__ __align__(32) half pixels[4][16][16 + 8];
    __shared__ __align__(32) float result[4][16][16];
    int l = threadIdx.x % 32, w = threadIdx.x / 32, p0 = (blockIdx.x * (blockDim.x / 32) + w) * 16,
        f0 = blockIdx.y * 16;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.f);
    for (int tap = 0; tap < 9; tap++)
        for (int c0 = 0; c0 < C; c0 += 16) {
            int p = p0 + l / 2, y = p / W + tap / 3 - 1, x = p % W + tap % 3 - 1;
            int4 v = make_int4(0, 0, 0, 0);
            if (p < H * W && y >= 0 && y < H && x >= 0 && x < W)
                v = *(const int4*)(image + (y * W + x) * C + c0 + l % 2 * 8);
            *(int4*)&pixels[w][l / 2][l % 2 * 8] = v;
            __syncwarp();
            wmma::load_matrix_sync(a, &pixels[w][0][0], 24);
            wmma::load_matrix_sync(b, weights + (tap * C + c0) * F + f0, F);
            wmma::mma_sync(acc, a, b, acc);
            __syncwarp();
        }
    wmma::store_matrix_sync(&result[w][0][0], acc, 16, wmma::mem_row_major);
    __syncwarp();
    for (int i = l; i < 256; i += 32)
        if (p0 + i / 16 < H * W) out[(p0 + i / 16) * F + f0 + i % 16] = result[w][i / 16][i % 16];
}
// any stride and padding, 16 channels, weights in shared memory; ldmatrix and mma.sync, 16 pixels x 16 filters a warp
extern "C" __global__ void conv_strided(const half* image, const half* weights, float* out, int H, int W, int side,
                                        int stride, int pad, int OH, int OW)
{
    extern __shared__ __align__(128) half dynamic[];  // side * side * 16 rows of 16 weights, then 16 pixels a warp
    int l = threadIdx.x % 32, w = threadIdx.x / 32, taps = side * side;
    half *sw = dynamic, *sp = dynamic + taps * 256 + w * 256;
    for (int i = threadIdx.x; i < taps * 32; i += blockDim.x) ((int4*)sw)[i ^ (i >> 3 & 1)] = ((const int4*)weights)[i];
    __syncthreads();
    int p0 = (blockIdx.x * (blockDim.x / 32) + w) * 16, p = p0 + l / 2;
    float c[2][4] = {};
    for (int tap = 0; tap < taps; tap++) {
        int y = p / OW * stride + tap / side - pad, x = p % OW * stride + tap % side - pad;
        int4 v = make_int4(0, 0, 0, 0);
        if (p < OH * OW && y >= 0 && y < H && x >= 0 && x < W) v = *(const int4*)(image + (y * W + x) * 16 + l % 2 * 8);
        *(int4*)(sp + l / 2 * 16 + (l ^ (l >> 3)) % 2 * 8) = v;
        __syncwarp();
        u32 a[4], b[4];
        int r = l % 16, h = l / 16;
        ldm4(a, sp + r * 16 + (h ^ (r >> 2 & 1)) * 8);
        ldm4t(b, sw + tap * 256 + r * 16 + (h ^ (r >> 2 & 1)) * 8);
        mma(c[0], a, b), mma(c[1], a, b + 2);
        __syncwarp();
    }
    for (int j = 0; j < 2; j++)
        for (int e = 0; e < 4; e++) {
            int q = p0 + l / 4 + e / 2 * 8;
            if (q < OH * OW) out[q * 16 + j * 8 + l % 4 * 2 + e % 2] = c[j][e];
        }
}
// 1 x 1 with bias and ReLU: a product over channels, fragments straight from global memory
extern "C" __global__ void conv1x1_bias_relu(const half* image, const half* weights, const float* bias, half* out,
                                             int pixels, int C, int F)
{
    int l = threadIdx.x % 32, g = l / 4, t = l % 4, p0 = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 16;
    int f0 = blockIdx.y * 8;
    if (p0 >= pixels) return;
    const half *u = image + min(p0 + g, pixels - 1) * C, *d = image + min(p0 + g + 8, pixels - 1) * C,
        *k = weights + (f0 + g) * C;
    float2 add = *(const float2*)(bias + f0 + 2 * t);
    float c[4] = {add.x, add.y, add.x, add.y};
    for (int i = 2 * t; i < C; i += 16) {
        u32 a[4] = {*(const u32*)(u + i), *(const u32*)(d + i), *(const u32*)(u + i + 8), *(const u32*)(d + i + 8)};
        u32 b[2] = {*(const u32*)(k + i), *(const u32*)(k + i + 8)};
        mma(c, a, b);
    }
    for (int h = 0; h < 2; h++)
        if (p0 + g + h * 8 < pixels)
            *(__half2*)(out + (p0 + g + h * 8) * F + f0 + 2 * t) =
                __floats2half2_rn(fmaxf(c[h * 2], 0.f), fmaxf(c[h * 2 + 1], 0.f));
}
// a filter of up to 17 taps over a long signal: rows of the signal that overlap, times a band of taps. A warp makes
// 16 x 16 results: row i begins at 16 i, so the 16 x 32 operand is the signal itself with a leading dimension of 16
extern "C" __global__ void conv1d_band(const half* signal, const half* taps, float* out, int n, int count)
{
    __shared__ __align__(32) half band[32][16];
    int l = threadIdx.x % 32;
    for (int i = threadIdx.x; i < 512; i += blockDim.x) {
        int k = i / 16 - i % 16;
        band[i / 16][i % 16] = k >= 0 && k < count ? taps[k] : __float2half(0.f);
    }
    __syncthreads();
    int from = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 256;
    (void)l;
    if (from >= n) return;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
    wmma::fill_fragment(acc, 0.f);
    for (int k = 0; k < 32; k += 16) {
        wmma::load_matrix_sync(a, signal + from + k, 16);
        wmma::load_matrix_sync(b, &band[k][0], 16);
        wmma::mma_sync(acc, a, b, acc);
    }
    wmma::store_matrix_sync(out + from, acc, 16, wmma::mem_row_major);
}
// Winograd F(2 x 2, 3 x 3), the sixteen products only: tile positions of transformed pictures times transformed filters
extern "C" __global__ void winograd_products(const half* U, const half* V, float* M, int tiles, int C, int F)
{
    int l = threadIdx.x % 32, g = l / 4, t = l % 4, xi = blockIdx.z, r0 = blockIdx.y * 16;
    int f0 = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 8;
    const half *v = V + (xi * tiles + r0 + g) * C, *u = U + (xi * F + f0 + g) * C;
    float c[4] = {};
    for (int k = 2 * t; k < C; k += 16) {
        u32 a[4] = {*(const u32*)(v + k), *(const u32*)(v + 8 * C + k), *(const u32*)(v + k + 8),
                    *(const u32*)(v + 8 * C + k + 8)};
        u32 b[2] = {*(const u32*)(u + k), *(const u32*)(u + k + 8)};
        mma(c, a, b);
    }
    float* to = M + (xi * tiles + r0 + g) * F + f0 + 2 * t;
    *(float2*)to = make_float2(c[0], c[1]);
    *(float2*)(to + 8 * F) = make_float2(c[2], c[3]);
}
