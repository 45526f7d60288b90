// Fused and quantised products, and sums by ones: epilogues with bias, gates, scales of bytes, packed nibbles.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef unsigned u32;
#define G (threadIdx.x % 32 / 4)
#define T (threadIdx.x % 4)
#define WARP (threadIdx.x / 32)
#define WARPS (blockDim.x / 32)
#define MMA(types, c, a, b)                                                                                           \
    asm volatile("mma.sync.aligned.m16n8k16.row.col." types " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"  \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                                     \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
#define MMA_F16(c, a, b) MMA("f32.f16.f16.f32", c, a, b)
#define IMMA(c, a, b)                                                                                                 \
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9},"             \
                 " {%0,%1,%2,%3};"                                                                                    \
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])                                                     \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
// a fragment as 32-bit words: p at row 0, ld words a row, the second half 4 words on
__device__ __forceinline__ void frag_a(u32* a, const u32* p, int ld)
{
    p += G * ld + T;
    a[0] = p[0], a[1] = p[8 * ld], a[2] = p[4], a[3] = p[8 * ld + 4];
}
__device__ __forceinline__ void frag_b(u32* b, const u32* p, int ld)
{
    p += G * ld + T;
    b[0] = p[0], b[1] = p[4];
}
// max(A B + bias, 0) + residual as bfloat16
extern "C" __global__ void fused_bias_relu(const u32* A, const u32* B, const float* bias,
    const __nv_bfloat162* residual,
                                           __nv_bfloat162* C, int N, int K2)
{
    int r0 = blockIdx.y * 16, c0 = (blockIdx.x * WARPS + WARP) * 8;
    if (c0 >= N) return;
    float2 add = *(const float2*)(bias + c0 + 2 * T);
    float c[4] = {add.x, add.y, add.x, add.y};
    for (int k = 0; k < K2; k += 8) {
        u32 a[4], b[2];
        frag_a(a, A + r0 * K2 + k, K2), frag_b(b, B + c0 * K2 + k, K2);
        MMA_F16(c, a, b);
    }
    for (int h = 0; h < 2; h++) {
        int i = ((r0 + G + h * 8) * N + c0) / 2 + T;
        float2 x = __bfloat1622float2(residual[i]);
        C[i] = __floats2bfloat162_rn(fmaxf(c[h * 2], 0.f) + x.x, fmaxf(c[h * 2 + 1], 0.f) + x.y);
    }
}
// two products at once, one gates the other: silu(A B1) * (A B2)
extern "C" __global__ void fused_gate(const u32* A, const u32* B1, const u32* B2, float* C, int N, int K2)
{
    int r0 = blockIdx.y * 16, c0 = (blockIdx.x * WARPS + WARP) * 8;
    if (c0 >= N) return;
    float u[4] = {}, v[4] = {};
    for (int k = 0; k < K2; k += 8) {
        u32 a[4], b[2], d[2];
        frag_a(a, A + r0 * K2 + k, K2), frag_b(b, B1 + c0 * K2 + k, K2), frag_b(d, B2 + c0 * K2 + k, K2);
        MMA_F16(u, a, b);
        MMA_F16(v, a, d);
    }
    for (int e = 0; e < 4; e++)
        C[(r0 + G + e / 2 * 8) * N + c0 + 2 * T + e % 2] = u[e] / (1.f + __expf(-u[e])) * v[e];
}
// rows of the result are normalised by their largest: a row of 8 * WARPS columns lies in one block
extern "C" __global__ void fused_row_max(const u32* A, const u32* B, float* C, float* most, int K2)
{
    __shared__ float best[8][16];
    int r0 = blockIdx.x * 16, c0 = WARP * 8, N = WARPS * 8;
    float c[4] = {};
    for (int k = 0; k < K2; k += 8) {
        u32 a[4], b[2];
        frag_a(a, A + r0 * K2 + k, K2), frag_b(b, B + c0 * K2 + k, K2);
        MMA_F16(c, a, b);
    }
    for (int h = 0; h < 2; h++) {
        float m = fmaxf(c[h * 2], c[h * 2 + 1]);
        for (int d = 1; d < 4; d *= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
        if (T == 0) best[WARP][G + h * 8] = m;
    }
    __syncthreads();
    for (int h = 0; h < 2; h++) {
        float m = best[0][G + h * 8];
        for (int w = 1; w < WARPS; w++) m = fmaxf(m, best[w][G + h * 8]);
        *(float2*)(C + (r0 + G + h * 8) * N + c0 + 2 * T) = make_float2(c[h * 2] - m, c[h * 2 + 1] - m);
        if (WARP == 0 && T == 0) most[r0 + G + h * 8] = m;
    }
}
// bytes with a scale for each row and each column; K4 words of four bytes
extern "C" __global__ void quant_scaled(const u32* A, const u32* B, const float* rows, const float* cols, float* C,
    int N, int K4)
{
    int r0 = blockIdx.y * 16, c0 = (blockIdx.x * WARPS + WARP) * 8, c[4] = {};
    if (c0 >= N) return;
    for (int k = 0; k < K4; k += 8) {
        u32 a[4], b[2];
        frag_a(a, A + r0 * K4 + k, K4), frag_b(b, B + c0 * K4 + k, K4);
        IMMA(c, a, b);
    }
    float2 s = *(const float2*)(cols + c0 + 2 * T);
    for (int h = 0; h < 2; h++) {
        float r = rows[r0 + G + h * 8];
        *(float2*)(C + (r0 + G + h * 8) * N + c0 + 2 * T) = make_float2(c[h * 2] * (r * s.x), c[h * 2 + 1] * (r * s.y));
    }
}
// a scale for each group of 32 along K (a power of two), sums in float after every step
extern "C" __global__ void quant_groups(const u32* A, const u32* B, const float* scales, float* C, int N, int K4)
{
    int r0 = blockIdx.y * 16, c0 = (blockIdx.x * WARPS + WARP) * 8;
    if (c0 >= N) return;
    float sum[4] = {};
    for (int k = 0; k < K4; k += 8) {
        int c[4] = {};
        u32 a[4], b[2];
        frag_a(a, A + r0 * K4 + k, K4), frag_b(b, B + c0 * K4 + k, K4);
        IMMA(c, a, b);
        for (int e = 0; e < 4; e++) sum[e] = fmaf((float)c[e], scales[(c0 + 2 * T + e % 2) * (K4 / 8) + k / 8], sum[e]);
    }
    for (int e = 0; e < 4; e++) C[(r0 + G + e / 2 * 8) * N + c0 + 2 * T + e % 2] = sum[e];
}
// back to bytes: shift, round, clamp, two results packed
extern "C" __global__ void quant_to_bytes(const u32* A, const u32* B, const int* bias, unsigned short* C, int N,
    int K4, int shift)
{
    int r0 = blockIdx.y * 16, c0 = (blockIdx.x * WARPS + WARP) * 8;
    if (c0 >= N) return;
    int2 add = *(const int2*)(bias + c0 + 2 * T);
    int c[4] = {add.x, add.y, add.x, add.y};
    for (int k = 0; k < K4; k += 8) {
        u32 a[4], b[2];
        frag_a(a, A + r0 * K4 + k, K4), frag_b(b, B + c0 * K4 + k, K4);
        IMMA(c, a, b);
    }
    auto byte = [=](int x) { return (u32)min(max((x + (1 << (shift - 1))) >> shift, -128), 127) & 255; };
    for (int h = 0; h < 2; h++)
        C[((r0 + G + h * 8) * N + c0) / 2 + T] = (unsigned short)(byte(c[h * 2]) | byte(c[h * 2 + 1]) << 8);
}
// weights of four bits (eight to a word, minus 8) made halves by the trick of 1024 + n; group scale by column
extern "C" __global__ void quant_nibbles(const u32* A, const u32* W, const float* scale, float* C, int N, int K2)
{
    int r0 = blockIdx.y * 16, c0 = (blockIdx.x * WARPS + WARP) * 8;
    if (c0 >= N) return;
    float c[4] = {};
    for (int k = 0; k < K2; k += 8) {
        u32 a[4], b[2];
        frag_a(a, A + r0 * K2 + k, K2);
        u32 bits = W[(c0 + G) * (K2 / 4) + k / 4], more = W[(c0 + G) * (K2 / 4) + k / 4 + 1];
        for (int i = 0; i < 2; i++) {
            u32 word = (i ? more : bits) >> (8 * T);  // nibbles 2 T and 2 T + 1
            u32 pair = (word & 15) | (word >> 4 & 15) << 16 | 0x64006400u;
            __half2 v = __hsub2(*(__half2*)&pair, __floats2half2_rn(1032.f, 1032.f));
            b[i] = *(u32*)&v;
        }
        MMA_F16(c, a, b);
    }
    float2 s = *(const float2*)(scale + c0 + 2 * T);
    for (int h = 0; h < 2; h++)
        *(float2*)(C + (r0 + G + h * 8) * N + c0 + 2 * T) = make_float2(c[h * 2] * s.x, c[h * 2 + 1] * s.y);
}
// sums of columns by a row of ones on the left: width a multiple of 8, rows a multiple of 16; bfloat16
extern "C" __global__ void ones_column_sums(const __nv_bfloat16* X, float* sums, int rows, int width)
{
    int l = threadIdx.x % 32, c0 = (blockIdx.x * WARPS + WARP) * 8;
    if (c0 >= width) return;
    u32 a[4] = {0x3f803f80u, 0x3f803f80u, 0x3f803f80u, 0x3f803f80u};
    float c[4] = {};
    for (int k = 0; k < rows; k += 16) {
        u32 b[2];
        for (int i = 0; i < 2; i++) {
            const __nv_bfloat16* p = X + (k + 2 * T + i * 8) * width + c0 + G;
            b[i] = (u32)__bfloat16_as_ushort(p[0]) | (u32)__bfloat16_as_ushort(p[width]) << 16;
        }
        MMA("f32.bf16.bf16.f32", c, a, b);
    }
    if (l < 4) sums[c0 + 2 * T] = c[0], sums[c0 + 2 * T + 1] = c[1];
}
// the sum of a whole array of halves: 256 a step as A, ones as B; then across lanes and warps
extern "C" __global__ void ones_reduce(const u32* x, float* out, int steps)
{
    __shared__ float part[32];
    u32 b[2] = {0x3c003c00u, 0x3c003c00u};
    float c[4] = {};
    for (int s = WARP; s < steps; s += WARPS) {
        uint4 v = ((const uint4*)x)[(blockIdx.x * steps + s) * 32 + threadIdx.x % 32];
        u32 a[4] = {v.x, v.y, v.z, v.w};
        MMA_F16(c, a, b);
    }
    float sum = c[0] + c[2];  // every column is the same sum, lanes of four hold rows G and G + 8
    for (int d = 4; d < 32; d *= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[WARP] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0.f;
        for (int w = 0; w < WARPS; w++) all += part[w];
        out[blockIdx.x] = all;
    }
}
// inclusive sums of 128 numbers a warp: a triangle of ones over columns of 16, then the columns' totals
extern "C" __global__ void ones_scan(const half* x, float* out, int n)
{
    int l = threadIdx.x % 32, from = (blockIdx.x * WARPS + WARP) * 128;
    if (from >= n) return;
    u32 a[4], b[2];
    for (int i = 0; i < 4; i++) {
        int row = G + i % 2 * 8, col = 2 * T + i / 2 * 8;
        a[i] = (col <= row ? 0x3c00u : 0u) | (col + 1 <= row ? 0x3c000000u : 0u);
    }
    frag_b(b, (const u32*)(x + from), 8);
    float c[4] = {};
    MMA_F16(c, a, b);
    float t0 = __shfl_sync(~0u, c[2], 28 + T), t1 = __shfl_sync(~0u, c[3], 28 + T), before = t0 + t1;
    for (int d = 1; d < 4; d *= 2) {
        float y = __shfl_up_sync(~0u, before, d);
        if (T >= d) before += y;
    }
    before -= t0 + t1;
    (void)l;
    for (int e = 0; e < 4; e++)
        out[from + (2 * T + e % 2) * 16 + G + e / 2 * 8] = c[e] + before + (e % 2 ? t0 : 0.f);
}
