// Products through shared memory with ldmatrix and mma.sync: cp.async in STAGES stages, tiles plain (LAYOUT 0), padded
// (1) or swizzled (2). 64 x 64 of C and 32 of K a block of four warps, 32 x 32 a warp.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef unsigned u32;
#ifndef STAGES
#define STAGES 2
#endif
#ifndef LAYOUT
#define LAYOUT 2
#endif
__device__ __forceinline__ u32 at(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copy16(void* to, const void* from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(to)), "l"(from) : "memory");
}
#define COMMIT asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(n) asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory")
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
#define MMA(shape, types, kind, c, a, b)                                                                              \
    asm volatile("mma.sync.aligned." shape ".row.col." types " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
                 : "+" kind(c[0]), "+" kind(c[1]), "+" kind(c[2]), "+" kind(c[3])                                     \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"((b)[0]), "r"((b)[1]))
// piece c (16 bytes) of row r: four pieces a row, or eight
__device__ __forceinline__ int four(int r, int c)
{
    return LAYOUT == 0 ? r * 4 + c : LAYOUT == 1 ? r * 5 + c : r * 4 + (c ^ (r >> 1 & 3));
}
__device__ __forceinline__ int eight(int r, int c)
{
    return LAYOUT == 0 ? r * 8 + c : LAYOUT == 1 ? r * 9 + c : r * 8 + (c ^ (r & 7));
}
#define PLACE                                                                                                         \
    int tid = threadIdx.x, l = tid % 32, w = tid / 32, wr = w / 2 * 32, wc = w % 2 * 32;                              \
    int r0 = blockIdx.y * 64, c0 = blockIdx.x * 64, g = l / 4, t = l % 4;
#define PIPELINE(tiles, fetch, compute)                                                                               \
    for (int s = 0; s < STAGES - 1; s++) {                                                                            \
        if (s < tiles) fetch(s, s);                                                                                   \
        COMMIT;                                                                                                       \
    }                                                                                                                 \
    for (int i = 0; i < tiles; i++) {                                                                                 \
        WAIT(STAGES - 2);                                                                                             \
        __syncthreads();                                                                                              \
        if (i + STAGES - 1 < tiles) fetch(i + STAGES - 1, (i + STAGES - 1) % STAGES);                                 \
        COMMIT;                                                                                                       \
        compute(i % STAGES);                                                                                          \
    }
#define STORE2(type2, make)                                                                                           \
    for (int i = 0; i < 2; i++)                                                                                       \
        for (int j = 0; j < 4; j++) {                                                                                 \
            auto* o = C + (r0 + wr + i * 16 + g) * N + c0 + wc + j * 8 + 2 * t;                                       \
            *(type2*)o = make(acc[i][j][0], acc[i][j][1]);                                                            \
            *(type2*)(o + 8 * N) = make(acc[i][j][2], acc[i][j][3]);                                                  \
        }

// A row-major, B row-major: B's fragments come by ldmatrix.trans
extern "C" __global__ void hgemm_nn(const half* A, const half* B, float* C, int N, int K)
{
    __shared__ __align__(128) int4 sa[STAGES][64 * 5], sb[STAGES][32 * 9];
    PLACE
    auto fetch = [&](int tile, int s) {
        for (int i = tid; i < 256; i += 128) {
            copy16(&sa[s][four(i / 4, i % 4)], A + (r0 + i / 4) * K + tile * 32 + i % 4 * 8);
            copy16(&sb[s][eight(i / 8, i % 8)], B + (tile * 32 + i / 8) * N + c0 + i % 8 * 8);
        }
    };
    float acc[2][4][4] = {};
    auto compute = [&](int s) {
        for (int k = 0; k < 2; k++) {
            u32 a[2][4], b[2][4];
            for (int i = 0; i < 2; i++) ldm4(a[i], &sa[s][four(wr + i * 16 + l % 16, k * 2 + l / 16)]);
            for (int j = 0; j < 2; j++) ldm4t(b[j], &sb[s][eight(k * 16 + l % 16, wc / 8 + j * 2 + l / 16)]);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++) MMA("m16n8k16", "f32.f16.f16.f32", "f", acc[i][j], a[i],
                    b[j / 2] + j % 2 * 2);
        }
    };
    PIPELINE(K / 32, fetch, compute)
    STORE2(float2, make_float2)
}
// B as rows of its columns: no .trans anywhere; bfloat16
extern "C" __global__ void bgemm_nt(const __nv_bfloat16* A, const __nv_bfloat16* B, float* C, int N, int K)
{
    __shared__ __align__(128) int4 sa[STAGES][64 * 5], sb[STAGES][64 * 5];
    PLACE
    auto fetch = [&](int tile, int s) {
        for (int i = tid; i < 256; i += 128) {
            copy16(&sa[s][four(i / 4, i % 4)], A + (r0 + i / 4) * K + tile * 32 + i % 4 * 8);
            copy16(&sb[s][four(i / 4, i % 4)], B + (c0 + i / 4) * K + tile * 32 + i % 4 * 8);
        }
    };
    float acc[2][4][4] = {};
    auto compute = [&](int s) {
        for (int k = 0; k < 2; k++) {
            u32 a[2][4], b[2][4];
            for (int i = 0; i < 2; i++) ldm4(a[i], &sa[s][four(wr + i * 16 + l % 16, k * 2 + l / 16)]);
            for (int j = 0; j < 2; j++)
                ldm4(b[j], &sb[s][four(wc + j * 16 + l % 8 + l / 16 * 8, k * 2 + l / 8 % 2)]);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++) MMA("m16n8k16", "f32.bf16.bf16.f32", "f", acc[i][j], a[i],
                    b[j / 2] + j % 2 * 2);
        }
    };
    PIPELINE(K / 32, fetch, compute)
    STORE2(float2, make_float2)
}
// A as columns (K x M): ldmatrix.trans for A, plain for B
extern "C" __global__ void hgemm_tt(const half* A, const half* B, float* C, int M, int N, int K)
{
    __shared__ __align__(128) int4 sa[STAGES][32 * 9], sb[STAGES][64 * 5];
    PLACE
    auto fetch = [&](int tile, int s) {
        for (int i = tid; i < 256; i += 128) {
            copy16(&sa[s][eight(i / 8, i % 8)], A + (tile * 32 + i / 8) * M + r0 + i % 8 * 8);
            copy16(&sb[s][four(i / 4, i % 4)], B + (c0 + i / 4) * K + tile * 32 + i % 4 * 8);
        }
    };
    float acc[2][4][4] = {};
    auto compute = [&](int s) {
        for (int k = 0; k < 2; k++) {
            u32 a[2][4], b[2][4];
            for (int i = 0; i < 2; i++)
                ldm4t(a[i], &sa[s][eight(k * 16 + l % 8 + l / 16 * 8, wr / 8 + i * 2 + l / 8 % 2)]);
            for (int j = 0; j < 2; j++)
                ldm4(b[j], &sb[s][four(wc + j * 16 + l % 8 + l / 16 * 8, k * 2 + l / 8 % 2)]);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++) MMA("m16n8k16", "f32.f16.f16.f32", "f", acc[i][j], a[i],
                    b[j / 2] + j % 2 * 2);
        }
    };
    PIPELINE(K / 32, fetch, compute)
    STORE2(float2, make_float2)
}
// bytes: ldmatrix moves pairs of them, a row of 64 bytes is four pieces and two steps of m16n8k32
extern "C" __global__ void igemm_nt(const signed char* A, const signed char* B, int* C, int N, int K)
{
    __shared__ __align__(128) int4 sa[STAGES][64 * 5], sb[STAGES][64 * 5];
    PLACE
    auto fetch = [&](int tile, int s) {
        for (int i = tid; i < 256; i += 128) {
            copy16(&sa[s][four(i / 4, i % 4)], A + (r0 + i / 4) * K + tile * 64 + i % 4 * 16);
            copy16(&sb[s][four(i / 4, i % 4)], B + (c0 + i / 4) * K + tile * 64 + i % 4 * 16);
        }
    };
    int acc[2][4][4] = {};
    auto compute = [&](int s) {
        for (int k = 0; k < 2; k++) {
            u32 a[2][4], b[2][4];
            for (int i = 0; i < 2; i++) ldm4(a[i], &sa[s][four(wr + i * 16 + l % 16, k * 2 + l / 16)]);
            for (int j = 0; j < 2; j++)
                ldm4(b[j], &sb[s][four(wc + j * 16 + l % 8 + l / 16 * 8, k * 2 + l / 8 % 2)]);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++) MMA("m16n8k32", "s32.s8.s8.s32", "r", acc[i][j], a[i],
                    b[j / 2] + j % 2 * 2);
        }
    };
    PIPELINE(K / 64, fetch, compute)
    STORE2(int2, make_int2)
}
// floats by ldmatrix: a row of eight halves is four floats; rounded to TF32 after the load
extern "C" __global__ void tf32gemm_nt(const float* A, const float* B, float* C, int N, int K)
{
    __shared__ __align__(128) int4 sa[STAGES][64 * 5], sb[STAGES][64 * 5];
    PLACE
    auto fetch = [&](int tile, int s) {
        for (int i = tid; i < 256; i += 128) {
            copy16(&sa[s][four(i / 4, i % 4)], A + (r0 + i / 4) * K + tile * 16 + i % 4 * 4);
            copy16(&sb[s][four(i / 4, i % 4)], B + (c0 + i / 4) * K + tile * 16 + i % 4 * 4);
        }
    };
    float acc[2][4][4] = {};
    auto tf = [](u32& x) { asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(x) : "f"(__uint_as_float(x))); };
    auto compute = [&](int s) {
        for (int k = 0; k < 2; k++) {
            u32 a[2][4], b[2][4];
            for (int i = 0; i < 2; i++) ldm4(a[i], &sa[s][four(wr + i * 16 + l % 16, k * 2 + l / 16)]);
            for (int j = 0; j < 2; j++)
                ldm4(b[j], &sb[s][four(wc + j * 16 + l % 8 + l / 16 * 8, k * 2 + l / 8 % 2)]);
            for (int i = 0; i < 8; i++) tf(a[i / 4][i % 4]), tf(b[i / 4][i % 4]);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++) MMA("m16n8k8", "f32.tf32.tf32.f32", "f", acc[i][j], a[i],
                    b[j / 2] + j % 2 * 2);
        }
    };
    PIPELINE(K / 16, fetch, compute)
    STORE2(float2, make_float2)
}
// half sums, and C leaves through stmatrix and 16-byte stores
extern "C" __global__ void hgemm_half_out(const half* A, const half* B, half* C, int N, int K)
{
    __shared__ __align__(128) int4 sa[STAGES][64 * 5], sb[STAGES][64 * 5];
    PLACE
    (void)g, (void)t;
    auto fetch = [&](int tile, int s) {
        for (int i = tid; i < 256; i += 128) {
            copy16(&sa[s][four(i / 4, i % 4)], A + (r0 + i / 4) * K + tile * 32 + i % 4 * 8);
            copy16(&sb[s][four(i / 4, i % 4)], B + (c0 + i / 4) * K + tile * 32 + i % 4 * 8);
        }
    };
    u32 acc[2][4][2] = {};
    auto compute = [&](int s) {
        for (int k = 0; k < 2; k++) {
            u32 a[2][4], b[2][4];
            for (int i = 0; i < 2; i++) ldm4(a[i], &sa[s][four(wr + i * 16 + l % 16, k * 2 + l / 16)]);
            for (int j = 0; j < 2; j++)
                ldm4(b[j], &sb[s][four(wc + j * 16 + l % 8 + l / 16 * 8, k * 2 + l / 8 % 2)]);
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 4; j++)
                    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7},"
                                 " {%0,%1};"
                                 : "+r"(acc[i][j][0]), "+r"(acc[i][j][1])
                                 : "r"(a[i][0]), "r"(a[i][1]), "r"(a[i][2]), "r"(a[i][3]), "r"(b[j / 2][j % 2 * 2]),
                                   "r"(b[j / 2][j % 2 * 2 + 1]));
        }
    };
    PIPELINE(K / 32, fetch, compute)
    int4* sc = sa[0];  // 64 * 9 pieces at most: two stages hold them
    __syncthreads();
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%2,%3,%4};" ::"r"(
                             at(&sc[eight(wr + i * 16 + l % 16, wc / 8 + j * 2 + l / 16)])),
                         "r"(acc[i][j * 2][0]), "r"(acc[i][j * 2][1]), "r"(acc[i][j * 2 + 1][0]),
                         "r"(acc[i][j * 2 + 1][1]) : "memory");
    __syncthreads();
    for (int i = tid; i < 512; i += 128)
        *(int4*)(C + (r0 + i / 8) * N + c0 + i % 8 * 8) = sc[eight(i / 8, i % 8)];
}
