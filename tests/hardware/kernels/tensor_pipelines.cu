// Other ways to keep a tensor core fed: ragged edges filled with zeros, small copies, fragments one step ahead,
// mbarriers that count cp.async, named barriers between producers and consumers.
#include <cuda_fp16.h>
typedef unsigned u32;
typedef unsigned long long u64;
#ifndef STAGES
#define STAGES 3
#endif
__device__ __forceinline__ u32 at(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void ldm4(u32* r, const void* p)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at(p)) : "memory");
}
__device__ __forceinline__ void ldm2(u32* r, const void* p)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
                 : "=r"(r[0]), "=r"(r[1]) : "r"(at(p)) : "memory");
}
__device__ __forceinline__ void mma(float* c, const u32* a, const u32* b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9},"
                 " {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
#define COMMIT asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(n) asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory")
// swizzled halves: 32 a row, pieces of 16 bytes
__device__ __forceinline__ int sw(int r, int c) { return r * 32 + (c ^ (r >> 1 & 3)) * 8; }
__device__ __forceinline__ void keep(float* C, const float* c, int N, int r, int n)
{
    *(float2*)(C + r * N + n) = make_float2(c[0], c[1]);
    *(float2*)(C + (r + 8) * N + n) = make_float2(c[2], c[3]);
}

// M, N any, K a multiple of 8: cp.async with a source size of zero fills what lies outside. 32 x 32 of C, four warps
extern "C" __global__ void hgemm_zero_filled(const half* A, const half* B, float* C, int M, int N, int K)
{
    __shared__ __align__(128) half sa[STAGES][32 * 32], sb[STAGES][32 * 32];
    int tid = threadIdx.x, l = tid % 32, w = tid / 32, wr = w / 2 * 16, wc = w % 2 * 16;
    int r0 = blockIdx.y * 32, c0 = blockIdx.x * 32, tiles = (K + 31) / 32, row = tid / 4, piece = tid % 4;
    auto one = [&](half* to, const half* from, bool inside) {
        int bytes = inside ? 16 : 0;
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at(to)), "l"(from), "r"(bytes) : "memory");
    };
    auto fetch = [&](int tile, int s) {
        int k = tile * 32 + piece * 8;
        bool ina = r0 + row < M && k < K, inb = c0 + row < N && k < K;
        one(sa[s] + sw(row, piece), ina ? A + (r0 + row) * K + k : A, ina);
        one(sb[s] + sw(row, piece), inb ? B + (c0 + row) * K + k : B, inb);
    };
    float c[2][4] = {};
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < tiles) fetch(s, s);
        COMMIT;
    }
    for (int i = 0; i < tiles; i++) {
        WAIT(STAGES - 2);
        __syncthreads();
        if (i + STAGES - 1 < tiles) fetch(i + STAGES - 1, (i + STAGES - 1) % STAGES);
        COMMIT;
        for (int k = 0; k < 4; k += 2) {
            u32 a[4], b[4];
            ldm4(a, sa[i % STAGES] + sw(wr + l % 16, k + l / 16));
            ldm4(b, sb[i % STAGES] + sw(wc + l % 8 + l / 16 * 8, k + l / 8 % 2));
            mma(c[0], a, b), mma(c[1], a, b + 2);
        }
    }
    for (int j = 0; j < 2; j++)
        for (int e = 0; e < 4; e++) {
            int r = r0 + wr + l / 4 + e / 2 * 8, n = c0 + wc + j * 8 + l % 4 * 2 + e % 2;
            if (r < M && n < N) C[r * N + n] = c[j][e];
        }
}
// copies of BYTES (4 or 8) through L1, padded rows; a warp makes 16 x 8
#ifndef BYTES
#define BYTES 8
#endif
extern "C" __global__ void hgemm_small_copies(const half* A, const half* B, float* C, int N, int K)
{
    __shared__ __align__(16) half sa[STAGES][16][24], sb[STAGES][8][24];
    int l = threadIdx.x, r0 = blockIdx.y * 16, c0 = blockIdx.x * 8, tiles = K / 16;
    const int each = BYTES / 2, row = 16 / each;
    auto fetch = [&](int tile, int s) {
        for (int i = l; i < 24 * row; i += 32) {
            int r = i / row, k = i % row * each;
            half* to = r < 16 ? &sa[s][r][k] : &sb[s][r - 16][k];
            const half* from = (r < 16 ? A + (r0 + r) * K : B + (c0 + r - 16) * K) + tile * 16 + k;
            asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(at(to)), "l"(from), "n"(BYTES) : "memory");
        }
    };
    float c[4] = {};
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < tiles) fetch(s, s);
        COMMIT;
    }
    for (int i = 0; i < tiles; i++) {
        WAIT(STAGES - 2);
        __syncwarp();
        if (i + STAGES - 1 < tiles) fetch(i + STAGES - 1, (i + STAGES - 1) % STAGES);
        COMMIT;
        u32 a[4], b[2];
        ldm4(a, &sa[i % STAGES][l % 16][l / 16 * 8]);
        ldm2(b, &sb[i % STAGES][l % 8][l / 8 % 2 * 8]);
        mma(c, a, b);
    }
    keep(C, c, N, r0 + l / 4, c0 + l % 4 * 2);
}
// the whole of K in shared memory at once, fragments loaded one step before they are used; 32 x 32, four warps
extern "C" __global__ void hgemm_fragments_ahead(const half* A, const half* B, float* C, int N, int K)
{
    extern __shared__ __align__(128) half dynamic[];
    int tid = threadIdx.x, l = tid % 32, w = tid / 32, wr = w / 2 * 16, wc = w % 2 * 16, pieces = K / 8;
    int r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
    half *sa = dynamic, *sb = dynamic + 32 * K;
    // K a multiple of 64: rows of whole lines, pieces exchanged within each eight
    auto place = [=](half* s, int r, int c) { return s + r * K + (c ^ (r & 7)) * 8; };
    for (int i = tid; i < 32 * pieces; i += 128) {
        int r = i / pieces, p = i % pieces;
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(place(sa, r, p))),
            "l"(A + (r0 + r) * K + p * 8)
                     : "memory");
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(place(sb, r, p))),
            "l"(B + (c0 + r) * K + p * 8)
                     : "memory");
    }
    COMMIT;
    WAIT(0);
    __syncthreads();
    float c[2][4] = {};
    u32 a[2][4], b[2][4];
    auto load = [&](int k, int s) {
        ldm4(a[s], place(sa, wr + l % 16, k + l / 16));
        ldm4(b[s], place(sb, wc + l % 8 + l / 16 * 8, k + l / 8 % 2));
    };
    load(0, 0);
    for (int k = 0; k < pieces; k += 4) {
        load(k + 2, 1);
        mma(c[0], a[0], b[0]), mma(c[1], a[0], b[0] + 2);
        if (k + 4 < pieces) load(k + 4, 0);
        mma(c[0], a[1], b[1]), mma(c[1], a[1], b[1] + 2);
    }
    for (int j = 0; j < 2; j++) keep(C, c[j], N, r0 + wr + l / 4, c0 + wc + j * 8 + l % 4 * 2);
}
__device__ __forceinline__ void await(u64* bar, u32 parity)
{
    u32 done = 0;
    while (!done)
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory");
}
__device__ __forceinline__ void init(u64* bar, u32 count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void arrive(u64* bar)
{
    asm volatile("{\n.reg .b64 s;\nmbarrier.arrive.shared.b64 s, [%0];\n}" ::"r"(at(bar)) : "memory");
}
// the last warp copies with cp.async and lets an mbarrier count it, four warps multiply; a ring of STAGES tiles
extern "C" __global__ void hgemm_mbarrier_ring(const half* A, const half* B, float* C, int N, int K)
{
    __shared__ __align__(128) half sa[STAGES][32 * 32], sb[STAGES][32 * 32];
    __shared__ __align__(8) u64 full[STAGES], empty[STAGES];
    int tid = threadIdx.x, l = tid % 32, w = tid / 32, wr = w / 2 * 16, wc = w % 2 * 16;
    int r0 = blockIdx.y * 32, c0 = blockIdx.x * 32, tiles = K / 32;
    if (tid == 0)
        for (int s = 0; s < STAGES; s++) init(full + s, 32), init(empty + s, 128);
    __syncthreads();
    if (w == 4) {
        for (int i = 0; i < tiles; i++) {
            int s = i % STAGES;
            if (i >= STAGES) await(empty + s, (i / STAGES - 1) & 1);
            for (int p = l; p < 128; p += 32) {
                asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(sa[s] + sw(p / 4, p % 4))),
                             "l"(A + (r0 + p / 4) * K + i * 32 + p % 4 * 8) : "memory");
                asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at(sb[s] + sw(p / 4, p % 4))),
                             "l"(B + (c0 + p / 4) * K + i * 32 + p % 4 * 8) : "memory");
            }
            asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at(full + s)) : "memory");
        }
        asm volatile("cp.async.wait_all;" ::: "memory");
    } else {
        float c[2][4] = {};
        for (int i = 0; i < tiles; i++) {
            int s = i % STAGES;
            await(full + s, i / STAGES & 1);
            for (int k = 0; k < 4; k += 2) {
                u32 a[4], b[4];
                ldm4(a, sa[s] + sw(wr + l % 16, k + l / 16));
                ldm4(b, sb[s] + sw(wc + l % 8 + l / 16 * 8, k + l / 8 % 2));
                mma(c[0], a, b), mma(c[1], a, b + 2);
            }
            arrive(empty + s);
        }
        for (int j = 0; j < 2; j++) keep(C, c[j], N, r0 + wr + l / 4, c0 + wc + j * 8 + l % 4 * 2);
    }
}
// one warp loads through registers, one multiplies, two buffers; bar.sync and bar.arrive with names 1 to 4
extern "C" __global__ void hgemm_named_barriers(const half* A, const half* B, float* C, int N, int K)
{
    __shared__ __align__(128) half sa[2][16 * 32], sb[2][8 * 32];
    int l = threadIdx.x % 32, r0 = blockIdx.y * 16, c0 = blockIdx.x * 8, tiles = K / 32;
    if (threadIdx.x < 32) {
        for (int i = 0; i < tiles; i++) {
            int s = i & 1;
            if (i >= 2) asm volatile("bar.sync %0, 64;" ::"r"(3 + s) : "memory");
            for (int p = l; p < 96; p += 32) {
                int r = p / 4, c = p % 4;
                half* to = r < 16 ? sa[s] + sw(r, c) : sb[s] + sw(r - 16, c);
                *(int4*)to = *(const int4*)((r < 16 ? A + (r0 + r) * K : B + (c0 + r - 16) * K) + i * 32 + c * 8);
            }
            asm volatile("bar.arrive %0, 64;" ::"r"(1 + s) : "memory");
        }
    } else {
        float c[4] = {};
        for (int i = 0; i < tiles; i++) {
            int s = i & 1;
            asm volatile("bar.sync %0, 64;" ::"r"(1 + s) : "memory");
            for (int k = 0; k < 4; k += 2) {
                u32 a[4], b[2];
                ldm4(a, sa[s] + sw(l % 16, k + l / 16));
                ldm2(b, sb[s] + sw(l % 8, k + l / 8 % 2));
                mma(c, a, b);
            }
            if (i + 2 < tiles) asm volatile("bar.arrive %0, 64;" ::"r"(3 + s) : "memory");
        }
        keep(C, c, N, r0 + l / 4, c0 + l % 4 * 2);
    }
}
// one stage, loaded and stored by hand as 16-byte words, rows padded by PAD halves; 32 x 16, two warps
#ifndef PAD
#define PAD 0
#endif
extern "C" __global__ void hgemm_one_stage(const half* A, const half* B, float* C, int N, int K)
{
    __shared__ __align__(128) half sa[32][64 + PAD], sb[16][64 + PAD];
    int tid = threadIdx.x, l = tid % 32, wr = tid / 32 * 16, r0 = blockIdx.y * 32, c0 = blockIdx.x * 16;
    float c[2][4] = {};
    for (int k0 = 0; k0 < K; k0 += 64) {
        for (int i = tid; i < 256; i += 64)
            *(int4*)&sa[i / 8][i % 8 * 8] =
                *(const int4*)(A + (r0 + i / 8) * K + k0 + i % 8 * 8);
        for (int i = tid; i < 128; i += 64)
            *(int4*)&sb[i / 8][i % 8 * 8] =
                *(const int4*)(B + (c0 + i / 8) * K + k0 + i % 8 * 8);
        __syncthreads();
        for (int k = 0; k < 64; k += 16) {
            u32 a[4], b[4];
            ldm4(a, &sa[wr + l % 16][k + l / 16 * 8]);
            ldm4(b, &sb[l % 8 + l / 16 * 8][k + l / 8 % 2 * 8]);
            mma(c[0], a, b), mma(c[1], a, b + 2);
        }
        __syncthreads();
    }
    for (int j = 0; j < 2; j++) keep(C, c[j], N, r0 + wr + l / 4, c0 + j * 8 + l % 4 * 2);
}
