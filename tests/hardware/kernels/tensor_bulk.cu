// mbarriers and bulk copies of one dimension, in and out, alone and in front of tensor cores; reductions on the way
// out.
#include <cuda_fp16.h>
typedef unsigned u32;
typedef unsigned long long u64;
#ifndef STAGES
#define STAGES 2
#endif
__device__ __forceinline__ u32 at(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void init(u64* bar, u32 count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void inits_seen() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void expect(u64* bar, u32 bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(bar)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void arrive(u64* bar)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(bar)) : "memory");
}
__device__ __forceinline__ void await(u64* bar, u32 parity)
{
    u32 done = 0;
    while (!done)
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory");
}
__device__ __forceinline__ void bulk_in(void* to, const void* from, u32 bytes, u64* bar)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 ::"r"(at(to)),
                 "l"(from), "r"(bytes), "r"(at(bar)) : "memory");
}
__device__ __forceinline__ void bulk_out(void* to, const void* from, u32 bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at(from)), "r"(bytes)
                 : "memory");
}
#define PROXY asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define SENT asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory")
__device__ __forceinline__ void ldm4(u32* r, const void* p)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at(p)) : "memory");
}
__device__ __forceinline__ void mma(float* c, const u32* a, const u32* b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9},"
                 " {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
// in, times a factor, out; a multiple of four numbers a block, at most 2048
extern "C" __global__ void bulk_scale(const float* x, float* y, int each, float factor)
{
    __shared__ __align__(128) float s[2048];
    __shared__ __align__(8) u64 bar;
    if (threadIdx.x == 0) {
        init(&bar, 1);
        inits_seen();
        expect(&bar, each * 4);
        bulk_in(s, x + blockIdx.x * each, each * 4, &bar);
    }
    __syncthreads();
    await(&bar, 0);
    for (int i = threadIdx.x; i < each; i += blockDim.x) s[i] *= factor;
    PROXY;
    __syncthreads();
    if (threadIdx.x == 0) {
        bulk_out(y + blockIdx.x * each, s, each * 4);
        SENT;
    }
}
// rows picked by a list: every lane of the first warp fetches rows of `width` numbers (a multiple of 4, at most 64)
extern "C" __global__ void bulk_gather(const int* table, const int* list, int* out, int width, int stride)
{
    __shared__ __align__(128) int s[32 * 64];
    __shared__ __align__(8) u64 bar;
    int tid = threadIdx.x;
    if (tid == 0) init(&bar, 32), inits_seen();
    __syncthreads();
    if (tid < 32) {
        expect(&bar, width * 4);
        bulk_in(s + tid * width, table + list[blockIdx.x * 32 + tid] * stride, width * 4, &bar);
    }
    await(&bar, 0);
    for (int i = tid; i < 32 * width; i += blockDim.x) out[blockIdx.x * 32 * width + i] = s[i] + i % width;
}
// one buffer filled again and again, the parity turns each time; prefetched to L2 one chunk ahead. 256 numbers a chunk
extern "C" __global__ void bulk_chunks(const int* x, int* sums, int chunks)
{
    __shared__ __align__(128) int s[256];
    __shared__ __align__(8) u64 bar;
    const int* mine = x + blockIdx.x * chunks * 256;
    if (threadIdx.x == 0) init(&bar, 1), inits_seen();
    __syncthreads();
    int sum = 0;
    for (int c = 0; c < chunks; c++) {
        if (threadIdx.x == 0) {
            expect(&bar, 1024);
            bulk_in(s, mine + c * 256, 1024, &bar);
            if (c + 1 < chunks)
                asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(mine + (c + 1) * 256),
                    "r"(1024) : "memory");
        }
        await(&bar, c & 1);
        for (int i = threadIdx.x; i < 256; i += blockDim.x) sum += s[i] * (c + 1);
        __syncthreads();
    }
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// a piece a thread: each thread expects its own bytes and waits for everybody's
extern "C" __global__ void bulk_piece_a_thread(const int* x, int* y, int bytes)
{
    extern __shared__ __align__(128) char pieces[];
    __shared__ __align__(8) u64 bar;
    int tid = threadIdx.x, n = blockDim.x, words = bytes / 4;
    if (tid == 0) init(&bar, n), inits_seen();
    __syncthreads();
    expect(&bar, bytes);
    bulk_in(pieces + tid * bytes, (const char*)x + (blockIdx.x * n + tid) * bytes, bytes, &bar);
    await(&bar, 0);
    const int* theirs = (const int*)(pieces + (n - 1 - tid) * bytes);
    for (int i = 0; i < words; i++) y[(blockIdx.x * n + tid) * words + i] = theirs[i];
}
// each block adds (or ...) its 256 values to the same places: whole numbers, any order gives the same
#define REDUCTION(name, type, op)                                                                                     \
    extern "C" __global__ void name(const type* x, type* out, int rounds)                                             \
    {                                                                                                                 \
        __shared__ __align__(128) type s[256];                                                                        \
        for (int r = 0; r < rounds; r++) {                                                                            \
            for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = x[(blockIdx.x * rounds + r) * 256 + i];        \
            PROXY;                                                                                                    \
            __syncthreads();                                                                                          \
            if (threadIdx.x == 0) {                                                                                   \
                asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." op " [%0], [%1], %2;" ::"l"(out),  \
                             "r"(at(s)), "r"((u32)sizeof(s)) : "memory");                                             \
                asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");                \
            }                                                                                                         \
            __syncthreads();                                                                                          \
        }                                                                                                             \
    }
REDUCTION(bulk_add_s32, int, "add.s32")
REDUCTION(bulk_add_u64, u64, "add.u64")
REDUCTION(bulk_add_f32, float, "add.f32")
REDUCTION(bulk_add_f64, double, "add.f64")
REDUCTION(bulk_add_f16, half, "add.noftz.f16")
REDUCTION(bulk_max_u32, u32, "max.u32")
REDUCTION(bulk_min_s32, int, "min.s32")
REDUCTION(bulk_or_b32, u32, "or.b32")
REDUCTION(bulk_and_b32, u32, "and.b32")
REDUCTION(bulk_xor_b32, u32, "xor.b32")
// a histogram in shared memory, added to the one in global memory in one go
extern "C" __global__ void bulk_histogram(const unsigned char* x, int* bins, int n)
{
    __shared__ __align__(128) int s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(s + x[i], 1);
    PROXY;
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(bins),
            "r"(at(s)),
                     "r"(1024) : "memory");
        SENT;
    }
}
// 16 x 8 of C: rows of A and B fetched whole into padded rows (K at most 128), C sent row by row
extern "C" __global__ void bulk_rows_product(const half* A, const half* B, float* C, int N, int K, int pad)
{
    __shared__ __align__(128) half s[24 * (128 + 64)];
    __shared__ __align__(128) float sc[16][8];
    __shared__ __align__(8) u64 bar;
    int l = threadIdx.x, row = K + pad, r0 = blockIdx.y * 16, c0 = blockIdx.x * 8;
    if (l == 0) init(&bar, 24), inits_seen();
    __syncwarp();
    if (l < 24) {
        expect(&bar, K * 2);
        bulk_in(s + l * row, (l < 16 ? A + (r0 + l) * K : B + (c0 + l - 16) * K), K * 2, &bar);
    }
    await(&bar, 0);
    float c[4] = {};
    for (int k = 0; k < K; k += 16) {
        u32 a[4], b[2];
        ldm4(a, s + l % 16 * row + k + l / 16 * 8);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
                     : "=r"(b[0]), "=r"(b[1]) : "r"(at(s + (16 + l % 8) * row + k + l / 8 % 2 * 8)) : "memory");
        mma(c, a, b);
    }
    *(float2*)&sc[l / 4][l % 4 * 2] = make_float2(c[0], c[1]);
    *(float2*)&sc[l / 4 + 8][l % 4 * 2] = make_float2(c[2], c[3]);
    PROXY;
    __syncwarp();
    if (l < 16) {
        bulk_out(C + (r0 + l) * N + c0, sc[l], 32);
        SENT;
    }
}
// operands stored tile by tile, swizzled already: one copy of 2 KiB a tile. A producer warp, four consumers, 32 x 32
extern "C" __global__ void bulk_ring_product(const half* A, const half* B, float* C, int N, int tiles)
{
    __shared__ __align__(128) half sa[STAGES][32 * 32], sb[STAGES][32 * 32];
    __shared__ __align__(8) u64 full[STAGES], empty[STAGES];
    int tid = threadIdx.x, l = tid % 32, w = tid / 32, wr = w / 2 * 16, wc = w % 2 * 16;
    if (tid == 0) {
        for (int s = 0; s < STAGES; s++) init(full + s, 1), init(empty + s, 4);
        inits_seen();
    }
    __syncthreads();
    if (w == 4) {
        if (l == 0)
            for (int i = 0; i < tiles; i++) {
                int s = i % STAGES;
                if (i >= STAGES) await(empty + s, (i / STAGES - 1) & 1);
                expect(full + s, 4096);
                bulk_in(sa[s], A + (blockIdx.y * tiles + i) * 1024, 2048, full + s);
                bulk_in(sb[s], B + (blockIdx.x * tiles + i) * 1024, 2048, full + s);
            }
        return;
    }
    auto sw = [](int r, int c) { return r * 32 + (c ^ (r >> 1 & 3)) * 8; };
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
        __syncwarp();
        if (l == 0) arrive(empty + s);
    }
    for (int j = 0; j < 2; j++) {
        float* to = C + (blockIdx.y * 32 + wr + l / 4) * N + blockIdx.x * 32 + wc + j * 8 + l % 4 * 2;
        *(float2*)to = make_float2(c[j][0], c[j][1]);
        *(float2*)(to + 8 * N) = make_float2(c[j][2], c[j][3]);
    }
}
// split K: blocks of one z each send a 16 x 8 tile by a reduction of floats, tile by tile in C; whole numbers
extern "C" __global__ void bulk_split_k(const half* A, const half* B, float* C, int K, int part)
{
    __shared__ __align__(128) float sc[128];
    int l = threadIdx.x, g = l / 4, t = l % 4;
    float c[4] = {};
    for (int k = blockIdx.z * part + 2 * t; k < blockIdx.z * part + part; k += 16) {
        const half *u = A + (blockIdx.y * 16 + g) * K + k, *v = B + (blockIdx.x * 8 + g) * K + k;
        u32 a[4] = {*(const u32*)u, *(const u32*)(u + 8 * K), *(const u32*)(u + 8), *(const u32*)(u + 8 * K + 8)};
        u32 b[2] = {*(const u32*)v, *(const u32*)(v + 8)};
        mma(c, a, b);
    }
    *(float2*)(sc + g * 8 + 2 * t) = make_float2(c[0], c[1]);
    *(float2*)(sc + (g + 8) * 8 + 2 * t) = make_float2(c[2], c[3]);
    PROXY;
    __syncwarp();
    if (l == 0) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;" ::"l"(
                         C + (blockIdx.y * gridDim.x + blockIdx.x) * 128), "r"(at(sc)), "r"(512) : "memory");
        SENT;
    }
}
