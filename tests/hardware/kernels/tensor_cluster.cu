// Clusters: tiles shared through distributed shared memory, sums over blocks, multicast, copies from block to block.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
typedef unsigned u32;
typedef unsigned long long u64;
__device__ __forceinline__ u32 at(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ u32 of_rank(const void* p, u32 rank)
{
    u32 there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at(p)), "r"(rank));
    return there;
}
#define CLUSTER_SYNC asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory")
__device__ __forceinline__ u32 rank_here()
{
    u32 r;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
    return r;
}
__device__ __forceinline__ void init(u64* bar, u32 count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void expect(u64* bar, u32 bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(bar)), "r"(bytes) : "memory");
}
__device__ __forceinline__ void await(u64* bar, u32 parity)
{
    u32 done = 0;
    while (!done)
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n"
                     "selp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory");
}
__device__ __forceinline__ void mma(float* c, const u32* a, const u32* b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9},"
                 " {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
// a fragment of A from rows of `row` halves in shared memory, and of B from rows of its columns
__device__ __forceinline__ void product(float* c, const half* a, const half* b, int row, int K)
{
    int l = threadIdx.x % 32, g = l / 4, t = l % 4;
    for (int k = 2 * t; k < K; k += 16) {
        const half *u = a + g * row + k, *v = b + g * row + k;
        u32 x[4] = {*(const u32*)u, *(const u32*)(u + 8 * row), *(const u32*)(u + 8), *(const u32*)(u + 8 * row + 8)};
        u32 y[2] = {*(const u32*)v, *(const u32*)(v + 8)};
        mma(c, x, y);
    }
}
__device__ __forceinline__ void keep(float* C, const float* c, int ld)
{
    int l = threadIdx.x % 32;
    *(float2*)(C + l / 4 * ld + l % 4 * 2) = make_float2(c[0], c[1]);
    *(float2*)(C + (l / 4 + 8) * ld + l % 4 * 2) = make_float2(c[2], c[3]);
}
#define ROW 72
// two blocks share 16 rows of A: each loads half of them and takes the others from its neighbour. K at most 64; a block
// makes 16 x (8 * warps)
extern "C" __global__ void __cluster_dims__(2, 1, 1)
cluster_shared_rows(const half* A, const half* B, float* C, int N, int K)
{
    __shared__ __align__(16) half mine[8 * ROW], sa[16 * ROW], sb[32 * ROW];
    cg::cluster_group cluster = cg::this_cluster();
    int tid = threadIdx.x, w = tid / 32, warps = blockDim.x / 32, rank = cluster.block_rank(), per = K / 8;
    int r0 = blockIdx.y * 16, c0 = blockIdx.x * warps * 8;
    for (int i = tid; i < 8 * per; i += blockDim.x)
        *(int4*)(mine + i / per * ROW + i % per * 8) = *(const int4*)(A + (r0 + rank * 8 + i / per) * K + i % per * 8);
    for (int i = tid; i < 8 * warps * per; i += blockDim.x)
        *(int4*)(sb + i / per * ROW + i % per * 8) = *(const int4*)(B + (c0 + i / per) * K + i % per * 8);
    cluster.sync();
    for (int other = 0; other < 2; other++) {
        const half* there = cluster.map_shared_rank(mine, other);
        for (int i = tid; i < 8 * per; i += blockDim.x)
            *(int4*)(sa + (other * 8 + i / per) * ROW + i % per * 8)
                = *(const int4*)(there + i / per * ROW + i % per * 8);
    }
    cluster.sync();
    float c[4] = {};
    product(c, sa, sb + w * 8 * ROW, ROW, K);
    keep(C + r0 * N + c0 + w * 8, c, N);
}
// K is divided among four blocks of a cluster; each then sums a quarter of the 16 x 8 tile over all four
extern "C" __global__ void __cluster_dims__(1, 1, 4)
cluster_split_k(const half* A, const half* B, float* C, int N, int K)
{
    __shared__ float part[128];
    int l = threadIdx.x, r0 = blockIdx.y * 16, c0 = blockIdx.x * 8, quarter = K / 4;
    u32 rank = rank_here();
    float c[4] = {};
    product(c, A + r0 * K + rank * quarter, B + c0 * K + rank * quarter, K, quarter);
    keep(part, c, 8);
    CLUSTER_SYNC;
    float sum = 0.f;
    for (u32 r = 0; r < 4; r++) {
        float x;
        asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(x) : "r"(of_rank(part + rank * 32 + l, r)) : "memory");
        sum += x;
    }
    int i = rank * 32 + l;
    C[(r0 + i / 8) * N + c0 + i % 8] = sum;
    CLUSTER_SYNC;
}
// the first block fetches 16 rows of A for all (multicast), each fetches its own 8 columns of B. K at most 64
extern "C" __global__ void __cluster_dims__(4, 1, 1) cluster_multicast(const half* A, const half* B, float* C, int N,
    int K)
{
    __shared__ __align__(128) half sa[16 * 64], sb[8 * 64];
    __shared__ __align__(8) u64 bar;
    u32 rank = rank_here();
    if (threadIdx.x == 0) {
        init(&bar, 1);
        expect(&bar, 24 * K * 2);
    }
    CLUSTER_SYNC;
    if (threadIdx.x == 0) {
        const half* b = B + blockIdx.x * 8 * K;
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                     ::"r"(at(sb)),
                     "l"(b), "r"(8 * K * 2), "r"(at(&bar)) : "memory");
        if (rank == 0)
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
                         " [%0], [%1], %2, [%3], %4;" ::"r"(at(sa)), "l"(A + blockIdx.y * 16 * K), "r"(16 * K * 2),
                         "r"(at(&bar)), "h"((short)15) : "memory");
    }
    __syncwarp();
    await(&bar, 0);
    float c[4] = {};
    product(c, sa, sb, K, K);
    keep(C + blockIdx.y * 16 * N + blockIdx.x * 8, c, N);
    CLUSTER_SYNC;
}
// B's pieces travel around a ring of four blocks while each multiplies: bulk copies from block to block. 32 of K a
// piece
extern "C" __global__ void __cluster_dims__(4, 1, 1) cluster_ring(const half* A, const half* B, float* C)
{
    __shared__ __align__(128) half piece[4][8 * 32];
    __shared__ __align__(8) u64 bar[4];
    u32 l = threadIdx.x, rank = rank_here(), next = (rank + 1) % 4;
    const half *a = A + blockIdx.x * 16 * 128, *b = B + blockIdx.x / 4 * 8 * 128;
    if (l == 0)
        for (int i = 0; i < 4; i++) init(bar + i, 1);
    *(int4*)(piece[0] + l * 8) = *(const int4*)(b + l / 4 * 128 + rank * 32 + l % 4 * 8);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    CLUSTER_SYNC;
    float c[4] = {};
    for (int s = 0; s < 4; s++) {
        if (s > 0) await(bar + s, 0);
        if (s < 3 && l == 0) {
            expect(bar + s + 1, 512);
            asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2,"
                         " [%3];" ::"r"(
                             of_rank(piece[s + 1], next)), "r"(at(piece[s])), "r"(512), "r"(of_rank(bar + s + 1, next))
                         : "memory");
        }
        int which = (rank + 4 - s) % 4, g = l / 4, t = l % 4;
        for (int k = 2 * t; k < 32; k += 16) {
            const half *u = a + g * 128 + which * 32 + k, *v = piece[s] + g * 32 + k;
            u32 x[4] = {*(const u32*)u, *(const u32*)(u + 8 * 128), *(const u32*)(u + 8),
                *(const u32*)(u + 8 * 128 + 8)};
            u32 y[2] = {*(const u32*)v, *(const u32*)(v + 8)};
            mma(c, x, y);
        }
    }
    keep(C + blockIdx.x * 128, c, 8);
    CLUSTER_SYNC;
}
// every block pushes its column sums into the first one's shared memory by st.async; the first adds and writes
extern "C" __global__ void __cluster_dims__(4, 1, 1) cluster_push(const half* X, float* sums, int rows)
{
    __shared__ float arrived[4][8];
    __shared__ __align__(8) u64 bar;
    u32 l = threadIdx.x, rank = rank_here(), g = l / 4, t = l % 4;
    if (l == 0 && rank == 0) {
        init(&bar, 1);
        expect(&bar, 4 * 8 * 4);
    }
    CLUSTER_SYNC;
    u32 ones[4] = {0x3c003c00u, 0x3c003c00u, 0x3c003c00u, 0x3c003c00u};
    float c[4] = {};
    const half* x = X + blockIdx.x * rows * 8;
    for (int k = 0; k < rows; k += 16) {
        u32 b[2];
        for (int i = 0; i < 2; i++) {
            const half* p = x + (k + 2 * t + i * 8) * 8 + g;
            b[i] = (u32)__half_as_ushort(p[0]) | (u32)__half_as_ushort(p[8]) << 16;
        }
        mma(c, ones, b);
    }
    if (g == 0)
        for (int e = 0; e < 2; e++)
            asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(
                             of_rank(&arrived[rank][2 * t + e], 0)), "r"(__float_as_uint(c[e])), "r"(of_rank(&bar, 0))
                         : "memory");
    if (rank == 0) {
        await(&bar, 0);
        if (l < 8) sums[blockIdx.x / 4 * 8 + l] = arrived[0][l] + arrived[1][l] + arrived[2][l] + arrived[3][l];
    }
    CLUSTER_SYNC;
}
// sums of tiles over a cluster of two by a reduction from block to block: 128 whole numbers
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_bulk_add(const signed char* A, const signed char* B,
    int* C, int K)
{
    __shared__ __align__(128) int mine[128], total[128];
    __shared__ __align__(8) u64 bar;
    u32 l = threadIdx.x, rank = rank_here(), g = l / 4, t = l % 4;
    for (int i = l; i < 128; i += 32) total[i] = 0;
    if (l == 0) {
        init(&bar, 1);
        if (rank == 0) expect(&bar, 2 * 512);
    }
    int c[4] = {}, from = rank * (K / 2);
    for (int k = from + 4 * t; k < from + K / 2; k += 32) {
        const signed char *u = A + g * K + k, *v = B + (blockIdx.x / 2 * 8 + g) * K + k;
        asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9},"
                     " {%0,%1,%2,%3};"
                     : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
                     : "r"(*(const u32*)u), "r"(*(const u32*)(u + 8 * K)), "r"(*(const u32*)(u + 16)),
                       "r"(*(const u32*)(u + 8 * K + 16)), "r"(*(const u32*)v), "r"(*(const u32*)(v + 16)));
    }
    *(int2*)(mine + g * 8 + 2 * t) = make_int2(c[0], c[1]);
    *(int2*)(mine + (g + 8) * 8 + 2 * t) = make_int2(c[2], c[3]);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    CLUSTER_SYNC;
    if (l == 0)
        asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32"
                     " [%0], [%1], %2, [%3];" ::"r"(of_rank(total, 0)), "r"(at(mine)), "r"(512), "r"(of_rank(&bar, 0))
                     : "memory");
    if (rank == 0) {
        await(&bar, 0);
        for (int i = l; i < 128; i += 32) C[blockIdx.x / 2 * 128 + i] = total[i];
    }
    CLUSTER_SYNC;
}
// rows longer than a block: the largest and the sum of the differences go through the cluster's first block. `each`
// numbers a block
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_row_stats(const float* x, float* out, int each)
{
    __shared__ float best[2], spread[2], scratch[32];
    cg::cluster_group cluster = cg::this_cluster();
    int tid = threadIdx.x, w = tid / 32, rank = cluster.block_rank(), warps = blockDim.x / 32;
    x += blockIdx.x * each;
    auto all = [&](float v, bool largest) {
        for (int d = 16; d; d /= 2) {
            float y = __shfl_xor_sync(~0u, v, d);
            v = largest ? fmaxf(v, y) : v + y;
        }
        if (tid % 32 == 0) scratch[w] = v;
        __syncthreads();
        v = scratch[0];
        for (int i = 1; i < warps; i++) v = largest ? fmaxf(v, scratch[i]) : v + scratch[i];
        __syncthreads();
        return v;
    };
    float m = -1e30f;
    for (int i = tid; i < each; i += blockDim.x) m = fmaxf(m, x[i]);
    m = all(m, true);
    if (tid == 0) *cluster.map_shared_rank(&best[rank], 0) = m;
    cluster.sync();
    const float* theirs = cluster.map_shared_rank(best, 0);
    m = fmaxf(theirs[0], theirs[1]);
    float s = 0.f;
    for (int i = tid; i < each; i += blockDim.x) s += m - x[i];
    s = all(s, false);
    if (tid == 0) *cluster.map_shared_rank(&spread[rank], 0) = s;
    cluster.sync();
    if (rank == 0 && tid == 0) out[blockIdx.x] = m, out[blockIdx.x + 1] = spread[0] + spread[1];
    cluster.sync();
}
// 2 x 2 blocks exchange tiles of 16 x 16 halves: a transposition of 32 x 32 a cluster with movmatrix
extern "C" __global__ void __cluster_dims__(2, 2, 1) cluster_transpose(const half* in, half* out, int n)
{
    __shared__ __align__(16) u32 tile[4][32];
    int l = threadIdx.x, g = l / 4, t = l % 4, bx = blockIdx.x % 2, by = blockIdx.y % 2;
    u32 there_rank = bx * 2 + by, y;  // rank is x + 2 y: the block on the other side of the diagonal
    for (int q = 0; q < 4; q++) {
        u32 x = *(const u32*)(in + (blockIdx.y * 16 + q / 2 * 8 + g) * n + blockIdx.x * 16 + q % 2 * 8 + 2 * t);
        asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(y) : "r"(x));
        tile[q % 2 * 2 + q / 2][l] = y;
    }
    CLUSTER_SYNC;
    int top = blockIdx.y - by, left = blockIdx.x - bx;  // each cluster goes to its mirrored place
    for (int q = 0; q < 4; q++) {
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(y) : "r"(of_rank(&tile[q][l], there_rank)) : "memory");
        *(u32*)(out + ((left + by) * 16 + q / 2 * 8 + g) * n + (top + bx) * 16 + q % 2 * 8 + 2 * t) = y;
    }
    CLUSTER_SYNC;
}
