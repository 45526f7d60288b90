// What blocks and warps arrange among themselves beyond __syncthreads: clusters, mbarriers, bulk copies.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda/std/cstdint>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
#pragma nv_diag_suppress static_var_with_dynamic_init
typedef unsigned u32;
typedef unsigned long long u64;
typedef unsigned short u16;
typedef unsigned char u8;

#define TX threadIdx.x
#define LINEAR (blockIdx.x * blockDim.x + threadIdx.x)
#define CLUSTER_SYNC() asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" ::: "memory")

static __device__ __forceinline__ u32 smem(const void* p) { return static_cast<u32>(__cvta_generic_to_shared(p)); }
static __device__ __forceinline__ u32 mapa(u32 a, u32 rank)
{
    u32 r;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(rank));
    return r;
}
static __device__ __forceinline__ u32 ctarank()
{
    u32 r;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(r));
    return r;
}
static __device__ __forceinline__ void bar_init(u64* b, u32 n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory"); }
static __device__ __forceinline__ void bar_arrive(u64* b) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(smem(b)) : "memory"); }
static __device__ __forceinline__ void bar_arrive_n(u64* b, u32 n) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0], %1;" ::"r"(smem(b)), "r"(n) : "memory"); }
static __device__ __forceinline__ void bar_expect(u64* b, u32 bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(smem(b)), "r"(bytes) : "memory"); }
static __device__ __forceinline__ void bar_wait(u64* b, u32 parity)
{
    asm volatile("{\n\t.reg .pred p;\nAGAIN:\n\tmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n\t@!p bra AGAIN;\n\t}" ::"r"(smem(b)), "r"(parity) : "memory");
}
// the same for data that another block has stored
static __device__ __forceinline__ void bar_wait_cluster(u64* b, u32 parity)
{
    asm volatile("{\n\t.reg .pred p;\nAGAIN:\n\tmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n\t@!p bra AGAIN;\n\t}" ::"r"(smem(b)), "r"(parity) : "memory");
}
static __device__ __forceinline__ void bar_arrive_remote(u64* b, u32 rank)
{
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(mapa(smem(b), rank)) : "memory");
}
static __device__ __forceinline__ void load_bulk(void* dst, const void* src, u32 bytes, u64* b)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(smem(dst)), "l"(src), "r"(bytes), "r"(smem(b)) : "memory");
}
static __device__ __forceinline__ void store_bulk(void* dst, const void* src, u32 bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst), "r"(smem(src)), "r"(bytes) : "memory");
}
#define PROXY_FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define INIT_FENCE() asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory")
#define COMMIT() asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define DRAIN(n) asm volatile("cp.async.bulk.wait_group %0;" ::"n"(n) : "memory")
#define DRAIN_READ(n) asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(n) : "memory")

// =====================================================================================================
//  1. Clusters and distributed shared memory
// =====================================================================================================

// Lanes of one warp read from all four blocks at once, their own among them.
extern "C" __global__ void __cluster_dims__(4, 1, 1) mixed_ranks(const int* in, int* out)
{
    __shared__ int s[128];
    cg::cluster_group c = cg::this_cluster();
    unsigned t = threadIdx.x, r = c.block_rank();
    s[t] = in[LINEAR];
    c.sync();
    int v = 0;
    for (unsigned k = 0; k < 4; k++) {
        unsigned who = (t + k * r) % 4;
        v = v * 7 + c.map_shared_rank(s, who)[(t * 5 + k) % blockDim.x];
    }
    if (t % 3 == 0) v += *c.map_shared_rank(&s[t], (r + (t & 1)) & 3);   // half of these are local
    c.sync();
    out[LINEAR] = v;
}

// A cluster of one is still a cluster.
extern "C" __global__ void __cluster_dims__(1, 1, 1) alone(const int* in, int* out)
{
    __shared__ int s[256];
    auto c = cg::this_cluster();
    s[TX] = in[LINEAR];
    c.sync();
    int* p = c.map_shared_rank(s, 0);
    int v = p[blockDim.x - 1 - TX];
    if (TX % 2) atomicAdd(&p[TX], v);
    c.sync();
    out[LINEAR] = v + 1000 * (int)c.num_blocks() + 10000 * (int)c.block_rank() + s[TX];
}

// Ring all-reduce as in the communication libraries: reduce-scatter, then all-gather, by remote writes.
extern "C" __global__ void __cluster_dims__(3, 1, 1) ring_allreduce(const int* in, int* out)
{
    const int N = 3;
    __shared__ int data[N][96], inbox[2][96];
    auto c = cg::this_cluster();
    int t = TX, b = blockDim.x, r = c.block_rank();
    for (int k = 0; k < N; k++) data[k][t] = in[(blockIdx.x * N + k) * b + t];
    int* right = c.map_shared_rank(&inbox[0][0], (r + 1) % N);
    c.sync();
    int step = 0;
    for (int k = 0; k < N - 1; k++, step++) {
        right[(step & 1) * 96 + t] = data[(r + N - k) % N][t];
        c.sync();
        data[(r + 2 * N - k - 1) % N][t] += inbox[step & 1][t];
    }
    for (int k = 0; k < N - 1; k++, step++) {
        right[(step & 1) * 96 + t] = data[(r + 1 + N - k) % N][t];
        c.sync();
        data[(r + N - k) % N][t] = inbox[step & 1][t];
    }
    for (int k = 0; k < N; k++) out[(blockIdx.x * N + k) * b + t] = data[k][t];
}

// Least and largest key of eight blocks, gathered by atomics in block 0.
extern "C" __global__ void __cluster_dims__(8, 1, 1) extremes(const int* in, int* out, int n)
{
    __shared__ int lo, hi;
    __shared__ u32 ulo, uhi;
    auto c = cg::this_cluster();
    if (c.thread_rank() == 0) { lo = 0x7fffffff; hi = -lo - 1; ulo = 0xffffffffu; uhi = 0; }
    c.sync();
    int i = LINEAR;
    if (i < n) {
        int key = in[i] - 500;
        atomicMin(c.map_shared_rank(&lo, 0), key);
        atomicMax(c.map_shared_rank(&hi, 0), key);
        atomicMin(c.map_shared_rank(&ulo, 0), (u32)key);
        atomicMax(c.map_shared_rank(&uhi, 0), (u32)key);
    }
    c.sync();
    if (TX < 4) {
        int v = TX == 0 ? *c.map_shared_rank(&lo, 0) : TX == 1 ? *c.map_shared_rank(&hi, 0) : TX == 2 ? (int)*c.map_shared_rank(&ulo, 0) : (int)*c.map_shared_rank(&uhi, 0);
        out[4 * blockIdx.x + TX] = v;
    }
    c.sync();
}

// Distinct keys: the first to claim a key's slot counts it.
extern "C" __global__ void __cluster_dims__(4, 1, 1) claim_slots(const int* keys, int* out, int n)
{
    __shared__ int slot[64], firsts;
    auto c = cg::this_cluster();
    for (int i = TX; i < 64; i += blockDim.x) slot[i] = -1;
    if (TX == 0) firsts = 0;
    c.sync();
    for (int i = c.thread_rank(); i < n; i += c.num_threads()) {
        int key = keys[(blockIdx.x / 4) * n + i] & 255;
        int* there = c.map_shared_rank(slot, key & 3);
        if (atomicCAS(&there[key >> 2], -1, key) == -1) atomicAdd(c.map_shared_rank(&firsts, 0), 1 + (key << 12));
    }
    c.sync();
    for (int i = TX; i < 64; i += blockDim.x) out[blockIdx.x * 65 + i] = slot[i];
    if (TX == 0) out[blockIdx.x * 65 + 64] = *c.map_shared_rank(&firsts, 0);
    c.sync();
}

// All the atomics of PTX on shared::cluster addresses.
extern "C" __global__ void __cluster_dims__(2, 1, 1) ptx_atomics(const u32* in, u32* out)
{
    __shared__ u32 own[128], cell[10];
    __shared__ u64 wide;
    u32 t = TX, r = ctarank(), x = in[LINEAR], old, sum = 0;
    own[t] = x;
    if (t < 10) cell[t] = t == 2 || t == 4 ? 0xffffffffu : 0;
    if (t == 0) wide = 0;
    asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" ::: "memory");
    // everyone on a cell of one's own in the other block: what comes back is certain
    u32 mine = mapa(smem(&own[blockDim.x - 1 - t]), r ^ 1);
    asm volatile("atom.shared::cluster.add.u32 %0, [%1], %2;" : "=r"(old) : "r"(mine), "r"(t) : "memory");
    sum = sum * 3 + old;
    asm volatile("atom.relaxed.cluster.shared::cluster.max.u32 %0, [%1], %2;" : "=r"(old) : "r"(mine), "r"(500u) : "memory");
    sum = sum * 3 + old;
    asm volatile("atom.shared::cluster.min.s32 %0, [%1], %2;" : "=r"(old) : "r"(mine), "r"(800u) : "memory");
    sum = sum * 3 + old;
    asm volatile("atom.acq_rel.cluster.shared::cluster.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "r"(mine), "r"(500u), "r"(7u) : "memory");
    sum = sum * 3 + old;
    asm volatile("atom.shared::cluster.exch.b32 %0, [%1], %2;" : "=r"(old) : "r"(mine), "r"(x ^ t) : "memory");
    sum = sum * 3 + old;
    // all on the same cells, mine and theirs by turns: only the end is certain
    u32 base = mapa(smem(cell), (r + t) & 1);
    asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(base), "r"(x) : "memory");
    asm volatile("red.shared::cluster.max.u32 [%0], %1;" ::"r"(base + 4), "r"(x) : "memory");
    asm volatile("red.shared::cluster.min.u32 [%0], %1;" ::"r"(base + 8), "r"(x) : "memory");
    asm volatile("red.shared::cluster.or.b32 [%0], %1;" ::"r"(base + 12), "r"(1u << (x & 31)) : "memory");
    asm volatile("red.shared::cluster.and.b32 [%0], %1;" ::"r"(base + 16), "r"(~(1u << (x & 31))) : "memory");
    asm volatile("red.shared::cluster.xor.b32 [%0], %1;" ::"r"(base + 20), "r"(x * 77) : "memory");
    asm volatile("red.shared::cluster.inc.u32 [%0], %1;" ::"r"(base + 24), "r"(11u) : "memory");
    asm volatile("red.shared::cluster.dec.u32 [%0], %1;" ::"r"(base + 28), "r"(13u) : "memory");
    asm volatile("red.shared::cluster.add.u64 [%0], %1;" ::"r"(mapa(smem(&wide), r ^ 1)), "l"((u64)x << 20) : "memory");
    asm volatile("barrier.cluster.arrive.release;\n\tbarrier.cluster.wait.acquire;" ::: "memory");
    out[LINEAR] = sum + own[t];
    if (t < 10) out[gridDim.x * blockDim.x + blockIdx.x * 10 + t] = t == 9 ? (u32)(wide >> 16) : cell[t];
}

// Remote accesses of every width.
extern "C" __global__ void __cluster_dims__(2, 1, 1) remote_widths(const u8* in, u32* out)
{
    __shared__ __align__(16) u8 bytes[16 * 64];
    __shared__ __align__(16) u16 halves[64];
    __shared__ __align__(16) float4 quads[64];
    u32 t = TX, peer = ctarank() ^ 1;
    for (u32 i = t; i < 1024; i += blockDim.x) bytes[i] = in[blockIdx.x * 1024 + i];
    halves[t] = (u16)(t * 1000 + peer);
    quads[t] = make_float4(t, t + 0.5f, 2.f * t, (float)peer);
    CLUSTER_SYNC();
    u32 a = mapa(smem(bytes), peer), h = mapa(smem(halves), peer), q = mapa(smem(quads), peer), acc = 0, v, w, x, y;
    asm volatile("ld.shared::cluster.u8 %0, [%1];" : "=r"(v) : "r"(a + t * 3) : "memory");
    asm volatile("ld.shared::cluster.s8 %0, [%1];" : "=r"(w) : "r"(a + t * 5 + 1) : "memory");
    acc = v * 3 + w;
    u16 hv;
    asm volatile("ld.shared::cluster.u16 %0, [%1];" : "=h"(hv) : "r"(h + 2 * (63 - t)) : "memory");
    acc += hv;
    u64 d0, d1;
    asm volatile("ld.shared::cluster.u64 %0, [%1];" : "=l"(d0) : "r"(a + t * 8) : "memory");
    asm volatile("ld.shared::cluster.v2.u32 {%0, %1}, [%2];" : "=r"(v), "=r"(w) : "r"(a + 512 + ((t * 8) & 511)) : "memory");
    acc ^= (u32)(d0 >> 7) + v - w;
    asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(v), "=r"(w), "=r"(x), "=r"(y) : "r"(a + t * 16) : "memory");
    acc = acc * 5 + (v ^ w) + (x ^ y);
    asm volatile("ld.shared::cluster.v2.u64 {%0, %1}, [%2];" : "=l"(d0), "=l"(d1) : "r"(a + 16 * (63 - t)) : "memory");
    acc += (u32)(d0 + d1);
    float f0, f1, f2, f3;
    asm volatile("ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(f0), "=f"(f1), "=f"(f2), "=f"(f3) : "r"(q + 16 * ((t * 7) & 63)) : "memory");
    acc += (u32)(f0 * 2.f + f1 * 4.f + f2 + f3);
    CLUSTER_SYNC();
    asm volatile("st.shared::cluster.u8 [%0], %1;" ::"r"(a + t), "r"(acc) : "memory");
    asm volatile("st.shared::cluster.u16 [%0], %1;" ::"r"(h + 2 * t), "h"((u16)(acc >> 8)) : "memory");
    asm volatile("st.shared::cluster.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(q + 16 * t), "f"(f3), "f"(f2), "f"(f1), "f"(f0) : "memory");
    asm volatile("st.shared::cluster.v2.u32 [%0], {%1, %2};" ::"r"(a + 512 + 8 * t), "r"(acc), "r"(v) : "memory");
    CLUSTER_SYNC();
    float4 g = quads[t];
    out[LINEAR * 4 + 0] = acc;
    out[LINEAR * 4 + 1] = bytes[t] + 256u * halves[t];
    out[LINEAR * 4 + 2] = (u32)(g.x + g.y * 2.f + g.z * 4.f + g.w * 8.f);
    out[LINEAR * 4 + 3] = *(u32*)&bytes[512 + 8 * t] ^ *(u32*)&bytes[516 + 8 * t];
}

// Remote reads and writes with a stride: what becomes of bank conflicts over the cluster's network?
extern "C" __global__ void __cluster_dims__(4, 1, 1) remote_stride(const int* in, int* out, int stride)
{
    __shared__ int src[1024], dst[1024];
    auto c = cg::this_cluster();
    int t = TX, r = c.block_rank();
    for (int i = t; i < 1024; i += blockDim.x) { src[i] = in[i] + r; dst[i] = 0; }
    c.sync();
    int at = (t * stride + t / (1024 / stride)) & 1023;        // a permutation for powers of two
    int v = c.map_shared_rank(src, (r + 1) & 3)[at];
    c.map_shared_rank(dst, (r + 3) & 3)[at] = v * 2;
    v += c.map_shared_rank(src, r)[(at + 512) & 1023];         // through the own rank
    c.sync();
    int sum = 0;
    for (int i = t; i < 1024; i += blockDim.x) sum += dst[i] * (i % 13);
    out[LINEAR] = sum + v;
}

// Sum of a cluster: shuffles, then the warps' sums pushed to block 0, then the total pulled by all.
extern "C" __global__ void __cluster_dims__(8, 1, 1) cluster_sum(const int* in, int* out, int n)
{
    __shared__ int partial[8 * 4];
    auto cluster = cg::this_cluster();
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int per = n / (gridDim.x / 8), first = blockIdx.x / 8 * per, sum = 0;
    for (int i = cluster.thread_rank(); i < per; i += cluster.num_threads()) sum += in[first + i];
    sum = cg::reduce(warp, sum, cg::plus<int>());
    cluster.sync();           // block 0 runs by now
    int warps = blockDim.x / 32;
    if (warp.thread_rank() == 0) *cluster.map_shared_rank(&partial[cluster.block_rank() * warps + warp.meta_group_rank()], 0) = sum;
    cluster.sync();
    if (cluster.block_rank() == 0 && TX < 32) {
        int v = TX < 8 * warps ? partial[TX] : 0;
        for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
        __syncwarp();
        if (TX == 0) partial[0] = v;
    }
    cluster.sync();
    int total = *cluster.map_shared_rank(&partial[0], 0);
    out[LINEAR] = total - (int)cluster.thread_rank();
    cluster.sync();
}

// Inclusive scan of a cluster; every block tells its total to the blocks after it.
extern "C" __global__ void __cluster_dims__(8, 1, 1) cluster_scan(const int* in, int* out)
{
    __shared__ int of_warp[8], before[8];
    auto cl = cg::this_cluster();
    int t = TX, lane = t & 31, w = t >> 5, r = cl.block_rank(), v = in[LINEAR];
    if (t < 8) before[t] = 0;
    for (int d = 1; d < 32; d <<= 1) {
        int u = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += u;
    }
    if (lane == 31) of_warp[w] = v;
    cl.sync();
    for (int k = 0; k < w; k++) v += of_warp[k];
    if (t == (int)blockDim.x - 1)
        for (int q = r + 1; q < 8; q++) cl.map_shared_rank(before, q)[r] = v;
    cl.sync();
    for (int k = 0; k < 8; k++) v += before[k];
    out[LINEAR] = v;
}

// Histogram of 256 bins, a quarter in each block of a square cluster, shared::cluster addresses made by hand.
extern "C" __global__ void __cluster_dims__(2, 2, 1) histogram_quarters(const u8* pixels, u32* bins, int width, int height)
{
    __shared__ u32 part[64];
    u32 t = threadIdx.y * blockDim.x + threadIdx.x;
    for (u32 i = t; i < 64; i += blockDim.x * blockDim.y) part[i] = 0;
    CLUSTER_SYNC();
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
            u32 p = pixels[y * width + x];
            asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(mapa(smem(&part[p & 63]), p >> 6)) : "memory");
        }
    CLUSTER_SYNC();
    for (u32 i = t; i < 64; i += blockDim.x * blockDim.y) atomicAdd(&bins[ctarank() * 64 + i], part[i]);
}

// Transpose: the tile to write lies in the block across the cluster's diagonal.
#ifndef TPAD
#define TPAD 1
#endif
extern "C" __global__ void __cluster_dims__(2, 2, 1) transpose_across(const int* in, int* out, int n)
{
    __shared__ int tile[16][16 + TPAD];
    auto c = cg::this_cluster();
    dim3 me = c.block_index();
    int tx = threadIdx.x;
    for (int ty = threadIdx.y; ty < 16; ty += blockDim.y)
        tile[ty][tx] = in[(blockIdx.y * 16 + ty) * n + blockIdx.x * 16 + tx];
    c.sync();
    int(*other)[16 + TPAD] = c.map_shared_rank(tile, me.y + 2 * me.x);
    int row = (blockIdx.x / 2 * 2 + me.y) * 16, col = (blockIdx.y / 2 * 2 + me.x) * 16;
    for (int ty = threadIdx.y; ty < 16; ty += blockDim.y) out[(row + ty) * n + col + tx] = other[tx][ty];
    c.sync();
}

// Five-point filter in one dimension: the halo comes from the neighbour's shared memory, at the ends of a cluster from global.
extern "C" __global__ void __cluster_dims__(4, 1, 1) halo_line(const int* in, int* out, int n)
{
    extern __shared__ int line[];
    auto c = cg::this_cluster();
    int t = TX, b = blockDim.x, r = c.block_rank(), i = LINEAR;
    line[t] = i < n ? in[i] : 0;
    c.sync();
    int acc = 6 * line[t];
    for (int d = -2; d <= 2; d++) {
        if (d == 0) continue;
        int p = t + d, v;
        if (p >= 0 && p < b) v = line[p];
        else if (p < 0 && r > 0) v = c.map_shared_rank(line, r - 1)[p + b];
        else if (p >= b && r < 3) v = c.map_shared_rank(line, r + 1)[p - b];
        else v = i + d >= 0 && i + d < n ? in[i + d] : 0;
        acc += v * (d * d == 1 ? 4 : 1);
    }
    c.sync();
    if (i < n) out[i] = acc;
}

// Game of Life on the torus of a cluster, two by two blocks of 16 x 16 cells.
extern "C" __global__ void __cluster_dims__(2, 2, 1) life_torus(const u8* in, u8* out, int generations)
{
    __shared__ u8 cell[2][16][16];
    auto c = cg::this_cluster();
    int x = threadIdx.x, y = threadIdx.y;
    int bx = c.block_index().x, by = c.block_index().y;
    int board = (blockIdx.y / 2 * (gridDim.x / 2) + blockIdx.x / 2) * 1024, gx = bx * 16 + x, gy = by * 16 + y;
    cell[0][y][x] = in[board + gy * 32 + gx] & 1;
    c.sync();
    for (int g = 0; g < generations; g++) {
        int now = g & 1, alive = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if (!dx && !dy) continue;
                int px = (gx + dx) & 31, py = (gy + dy) & 31;
                u32 owner = (px >> 4) + 2 * (py >> 4);
                alive += *c.map_shared_rank(&cell[now][py & 15][px & 15], owner);
            }
        cell[now ^ 1][y][x] = alive == 3 || (alive == 2 && cell[now][y][x]);
        c.sync();
    }
    out[board + gy * 32 + gx] = cell[generations & 1][y][x];
}

// Matrix product whose tiles are loaded once a cluster: A along the row, B along the column of blocks.
extern "C" __global__ void __cluster_dims__(2, 2, 1) matmul_shared_tiles(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ float a[16][16], b[16][16];
    auto cl = cg::this_cluster();
    int tx = threadIdx.x, ty = threadIdx.y, bx = cl.block_index().x, by = cl.block_index().y;
    int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float acc = 0.f;
    for (int k0 = 0; k0 < K; k0 += 32) {
        int ka = k0 + bx * 16 + tx, kb = k0 + by * 16 + ty;
        a[ty][tx] = row < M && ka < K ? A[row * K + ka] : 0.f;
        b[ty][tx] = kb < K && col < N ? B[kb * N + col] : 0.f;
        cl.sync();
        for (int half = 0; half < 2; half++) {
            const float* ra = cl.map_shared_rank(&a[0][0], half + 2 * by);
            const float* rb = cl.map_shared_rank(&b[0][0], bx + 2 * half);
#pragma unroll 4
            for (int k = 0; k < 16; k++) acc = fmaf(ra[ty * 16 + k], rb[k * 16 + tx], acc);
        }
        cl.sync();
    }
    if (row < M && col < N) C[row * N + col] = acc;
}

// Bitonic sort of all keys of a cluster, one a thread.
extern "C" __global__ void __cluster_dims__(4, 1, 1) bitonic_cluster(const u32* in, u32* out)
{
    __shared__ u32 key[128];
    auto c = cg::this_cluster();
    u32 b = blockDim.x, i = c.block_rank() * b + TX;
    key[TX] = in[LINEAR];
    c.sync();
    for (u32 k = 2; k <= 4 * b; k *= 2)
        for (u32 j = k / 2; j > 0; j /= 2) {
            u32 p = i ^ j, mine = key[TX], theirs = *c.map_shared_rank(&key[p % b], p / b);
            bool keep_less = ((i & k) == 0) == (i < p);
            c.sync();
            key[TX] = keep_less ? min(mine, theirs) : max(mine, theirs);
            c.sync();
        }
    out[LINEAR] = key[TX];
}

// Arrival and wait apart, with work of one's own between.
extern "C" __global__ void __cluster_dims__(2, 1, 1) split_barrier(const int* in, int* out, int rounds)
{
    __shared__ int box[2][128];
    auto c = cg::this_cluster();
    int t = TX, b = blockDim.x, v = in[LINEAR], own = 0;
    int* theirs = c.map_shared_rank(&box[0][0], c.block_rank() ^ 1);
    c.sync();
    for (int k = 0; k < rounds; k++) {
        theirs[(k & 1) * 128 + t] = v;
        c.barrier_arrive();
        for (int j = 0; j < 4; j++) own = own * 3 + ((v >> j) & 7);
        c.barrier_wait();
        v += box[k & 1][(t + k + 1) % b];
    }
    out[LINEAR] = v ^ own;
}

// The same in PTX, with relaxed arrivals and a fence by hand; aligned forms.
extern "C" __global__ void __cluster_dims__(4, 1, 1) relaxed_arrivals(const int* in, int* out, int rounds)
{
    __shared__ int cell[2][64];
    u32 t = TX, r = ctarank();
    int v = in[LINEAR];
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    v += (int)r;
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    for (int k = 0; k < rounds; k++) {
        cell[k & 1][t] = v;
        asm volatile("fence.acq_rel.cluster;" ::: "memory");
        asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
        int w = v * 5 + k;
        asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
        u32 a = mapa(smem(&cell[k & 1][blockDim.x - 1 - t]), (r + 1 + k) & 3), got;
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(got) : "r"(a) : "memory");
        v = (w + (int)got) & 0xffff;
    }
    asm volatile("barrier.cluster.arrive;\n\tbarrier.cluster.wait;" ::: "memory");
    out[LINEAR] = v;
}

// Threads that have left count as arrived; part of a warp is gone, and of block 2 everybody.
extern "C" __global__ void __cluster_dims__(3, 1, 1) early_leavers(const int* in, int* out, int stay)
{
    __shared__ int s[128];
    u32 t = TX, r = ctarank();
    if (r == 2 || t >= (u32)stay) { out[LINEAR] = -1 - (int)r; return; }
    s[t] = in[LINEAR] * 2;
    asm volatile("barrier.cluster.arrive;\n\tbarrier.cluster.wait;" ::: "memory");
    u32 got;
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(got) : "r"(mapa(smem(&s[stay - 1 - t]), r ^ 1)) : "memory");
    asm volatile("barrier.cluster.arrive;\n\tbarrier.cluster.wait;" ::: "memory");
    out[LINEAR] = (int)got;
}

// Whole warps leave at different rounds of a loop with cluster barriers.
extern "C" __global__ void __cluster_dims__(2, 1, 1) shrinking_cluster(const int* in, int* out, int rounds)
{
    __shared__ int s[256];
    u32 t = TX, w = t / 32, r = ctarank();
    int v = in[LINEAR];
    s[t] = v;
    CLUSTER_SYNC();
    for (int k = 0; k < rounds; k++) {
        if (w > 0 && (int)(w + r) == k + 1) { out[LINEAR] = v; return; }   // its last value stays in s
        int got;
        asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(got) : "r"(mapa(smem(&s[(t + 32) % blockDim.x]), r ^ 1)) : "memory");
        CLUSTER_SYNC();
        v = (v * 3 + got) & 0xfffff;
        s[t] = v;
        CLUSTER_SYNC();
    }
    out[LINEAR] = v;
}

// One block of the cluster writes global memory, the other reads it: cluster barrier, block barriers and shared memory together.
extern "C" __global__ void __cluster_dims__(2, 1, 1) global_relay(const int* in, int* tmp, int* out)
{
    __shared__ int s[96];
    auto c = cg::this_cluster();
    auto block = cg::this_thread_block();
    int t = TX, b = blockDim.x, pair = blockIdx.x / 2;
    if (c.block_rank() == 0) {
        s[t] = in[pair * b + t];
        __syncthreads();
        tmp[pair * b + t] = s[b - 1 - t] * 3;
    }
    c.sync();
    int v = 0;
    if (c.block_rank() == 1) {
        s[t] = tmp[pair * b + (t + 1) % b];
        block.sync();
        v = s[(t + 7) % b];
        tmp[pair * b + t] = v + 1;              // seen by block 0 after the next barrier
    }
    c.sync();
    if (c.block_rank() == 0) {
        v = tmp[pair * b + b - 1 - t];
        block.sync();
        s[t] = v;
        block.sync();
        v += s[t ^ 1];
    }
    out[LINEAR] = v;
}

// All that special registers say, three dimensions.
static __device__ u32 report_registers(u32* o)
{
    u32 v, p;
#define SREG(k, name) asm volatile("mov.u32 %0, %%" name ";" : "=r"(v)); o[k] = v
    SREG(0, "cluster_ctaid.x"); SREG(1, "cluster_ctaid.y"); SREG(2, "cluster_ctaid.z");
    SREG(3, "cluster_nctaid.x"); SREG(4, "cluster_nctaid.y"); SREG(5, "cluster_nctaid.z");
    SREG(6, "clusterid.x"); SREG(7, "clusterid.y"); SREG(8, "clusterid.z");
    SREG(9, "nclusterid.x"); SREG(10, "nclusterid.y"); SREG(11, "nclusterid.z");
    SREG(12, "cluster_ctarank"); SREG(13, "cluster_nctarank");
#undef SREG
    asm volatile("{\n\t.reg .pred p;\n\tmov.pred p, %%is_explicit_cluster;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(p));
    o[14] = p;
    return o[12] + 100 * p;
}
extern "C" __global__ void __cluster_dims__(2, 2, 2) registers_3d(u32* out)
{
    u32 b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    if (TX == 0) out[b * 16 + 15] = report_registers(out + b * 16);
}
extern "C" __global__ void registers_plain(u32* out)
{
    u32 b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    if (TX == 0) out[b * 16 + 15] = report_registers(out + b * 16);
}

static __device__ void report_group(u32* out, u32* sh)
{
    auto c = cg::this_cluster();
    u32 threads = blockDim.x * blockDim.y * blockDim.z, b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    u32 t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    dim3 bi = c.block_index(), ti = c.thread_index(), db = c.dim_blocks(), dt = c.dim_threads();
    if (t == 0) sh[0] = 17 + c.block_rank();
    c.sync();
    u32 next = (c.block_rank() + 1) % c.num_blocks();
    u32* p = c.map_shared_rank(sh, next);
    u32* o = out + (b * threads + t) * 6;
    o[0] = bi.x + 10 * bi.y + 100 * bi.z + 1000 * db.x + 10000 * db.y + 100000 * db.z;
    o[1] = ti.x + 1000 * ti.y + 100000 * ti.z;
    o[2] = dt.x + 1000 * dt.y + 100000 * dt.z;
    o[3] = c.block_rank() + 100 * c.thread_rank() + 1000000 * c.num_blocks();
    o[4] = c.num_threads() + 10000 * c.query_shared_rank(p);
    o[5] = *p;
    c.sync();
}
extern "C" __global__ void __cluster_dims__(1, 3, 1) group_column(u32* out) { __shared__ u32 sh[4]; report_group(out, sh); }
extern "C" __global__ void group_plain(u32* out) { __shared__ u32 sh[4]; report_group(out, sh); }

// All to all: each block deals its keys to eight boxes.
extern "C" __global__ void __cluster_dims__(8, 1, 1) all_to_all(const int* in, int* out)
{
    __shared__ __align__(16) int4 box[64];
    u32 t = TX, r = ctarank(), piece = blockDim.x / 8;
    int4 v = reinterpret_cast<const int4*>(in)[LINEAR];
    CLUSTER_SYNC();
    u32 a = mapa(smem(&box[r * piece + t % piece]), t / piece);
    asm volatile("st.shared::cluster.v4.s32 [%0], {%1, %2, %3, %4};" ::"r"(a), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
    CLUSTER_SYNC();
    reinterpret_cast<int4*>(out)[LINEAR] = box[t];
}

// Block 0 feeds block 1 through a ring of two slots; credits come back by remote arrivals.
extern "C" __global__ void __cluster_dims__(2, 1, 1) credit_ring(const int* in, int* out, int items)
{
    __shared__ __align__(8) u64 full[2], empty[2];
    __shared__ int slot[2][64];
    u32 t = TX, b = blockDim.x, r = ctarank();
    if (t == 0) {
        for (int k = 0; k < 2; k++) { bar_init(&full[k], b); bar_init(&empty[k], b); }
        INIT_FENCE();
    }
    CLUSTER_SYNC();
    const int* src = in + blockIdx.x / 2 * items * b;
    int acc = 1;
    for (int i = 0; i < items; i++) {
        int k = i & 1;
        if (r == 0) {
            if (i >= 2) bar_wait_cluster(&empty[k], (i / 2 - 1) & 1);
            asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(mapa(smem(&slot[k][t]), 1)), "r"(src[i * b + t] + acc) : "memory");
            bar_arrive_remote(&full[k], 1);
            acc += 3;
        } else {
            bar_wait_cluster(&full[k], (i / 2) & 1);
            acc = acc * 5 + slot[k][(t + i) % b];
            bar_arrive_remote(&empty[k], 0);
        }
    }
    CLUSTER_SYNC();
    out[LINEAR] = acc;
}

// =====================================================================================================
//  2. Barriers in shared memory
// =====================================================================================================

// One thread plays with a barrier and writes down what it says of itself.
extern "C" __global__ void barrier_diary(u32* out)
{
    __shared__ __align__(8) u64 bar;
    if (TX != 0) return;
    u32* o = out + blockIdx.x * 16;
    u32 a = smem(&bar), n, ok;
    u64 st;
    auto pending = [&](int k) { asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(n) : "l"(st)); o[k] = n; };
    auto parity = [&](int k, u32 p) {
        asm volatile("{\n\t.reg .pred q;\n\tmbarrier.test_wait.parity.shared::cta.b64 q, [%1], %2;\n\tselp.u32 %0, 1, 0, q;\n\t}" : "=r"(ok) : "r"(a), "r"(p) : "memory");
        o[k] = ok;
    };
    auto state = [&](int k) {
        asm volatile("{\n\t.reg .pred q;\n\tmbarrier.test_wait.shared::cta.b64 q, [%1], %2;\n\tselp.u32 %0, 1, 0, q;\n\t}" : "=r"(ok) : "r"(a), "l"(st) : "memory");
        o[k] = ok;
    };
    bar_init(&bar, 6 + blockIdx.x);
    parity(0, 0);
    parity(1, 1);
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(st) : "r"(a) : "memory");
    pending(2);
    asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], 2;" : "=l"(st) : "r"(a) : "memory");
    pending(3);
    state(4);
    asm volatile("mbarrier.arrive_drop.shared::cta.b64 %0, [%1];" : "=l"(st) : "r"(a) : "memory");
    pending(5);
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;" : "=l"(st) : "r"(a), "r"(2 + blockIdx.x) : "memory");
    pending(6);
    state(7);                                   // complete
    parity(8, 0);
    parity(9, 1);                               // the second phase is not
    asm volatile("mbarrier.arrive_drop.noComplete.shared::cta.b64 %0, [%1], 1;" : "=l"(st) : "r"(a) : "memory");
    pending(10);
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;" : "=l"(st) : "r"(a), "r"(4 + blockIdx.x) : "memory");
    state(11);
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(st) : "r"(a) : "memory");
    pending(12);                                // what two droppings have left
    state(13);
    parity(14, 1);
    asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(a) : "memory");
    o[15] = 99;
}

// Transactions without any copy: expect_tx and complete_tx by hand.
extern "C" __global__ void hand_made_transactions(const int* in, int* out, int rounds)
{
    __shared__ __align__(8) u64 bar;
    __shared__ int s[2][160];
    int t = TX, b = blockDim.x, acc = 0;
    if (t == 0) bar_init(&bar, 1);
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        if (t == 0) asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(smem(&bar)), "r"(4 * b) : "memory");
        s[k & 1][t] = in[LINEAR] + k * t;
        __syncthreads();
        asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 4;" ::"r"(smem(&bar)) : "memory");
        if (t == b / 2) bar_arrive(&bar);
        bar_wait(&bar, k & 1);
        acc = acc * 3 + s[k & 1][b - 1 - t];
        __syncthreads();
    }
    out[LINEAR] = acc;
}

// Threads drop out: the barrier expects fewer in every phase.
extern "C" __global__ void dropping_out(const int* in, int* out, int rounds)
{
    __shared__ __align__(8) u64 bar;
    __shared__ int s[128];
    int t = TX, b = blockDim.x, v = in[LINEAR];
    if (t == 0) bar_init(&bar, b);
    s[t] = v;
    __syncthreads();
    u32 phase = 0;
    for (int k = 0; k < rounds; k++) {
        if (t % (rounds + 1) == k + 1) {
            asm volatile("mbarrier.arrive_drop.shared::cta.b64 _, [%0];" ::"r"(smem(&bar)) : "memory");
            break;
        }
        int w = s[(t + 1) % b];
        bar_arrive(&bar);
        bar_wait(&bar, phase);
        phase ^= 1;
        s[t] = v = (v + w) & 0xffff;
        bar_arrive(&bar);
        bar_wait(&bar, phase);
        phase ^= 1;
    }
    out[LINEAR] = v;
}

// A chain of barriers: each warp waits for the one before, row after row, like a wavefront through a table.
extern "C" __global__ void wavefront_chain(const int* cost, int* best, int rows)
{
    __shared__ __align__(8) u64 done[8];
    __shared__ int edge[8][32];
    int w = TX / 32, l = TX % 32, warps = blockDim.x / 32, width = blockDim.x;
    if (TX < 8) bar_init(&done[TX], 1);
    __syncthreads();
    cost += blockIdx.x * rows * width;
    best += blockIdx.x * rows * width;
    int up = 0;
    for (int y = 0; y < rows; y++) {
        int v = cost[y * width + TX] + up, from = 0;
        if (w > 0) {
            bar_wait(&done[w - 1], y & 1);      // one phase a row
            from = edge[w - 1][y];
        }
        // running minimum along the row, continued from the warp to the left
        if (w > 0 && l == 0) v = min(v, from + 3);
        for (int d = 1; d < 32; d *= 2) {
            int u = __shfl_up_sync(0xffffffffu, v, d);
            if (l >= d) v = min(v, u + 3 * d);
        }
        if (l == 31 && w + 1 < warps) {
            edge[w][y] = v;
            bar_arrive(&done[w]);
        }
        best[y * width + TX] = v;
        up = v;
        __syncthreads();                        // nobody runs two phases ahead
    }
}

// One warp does the arriving for everybody.
extern "C" __global__ void herald_warp(const int* in, int* out, int rounds)
{
    __shared__ __align__(8) u64 ready, taken;
    __shared__ int board[32];
    int t = TX, b = blockDim.x, acc = t;
    if (t == 0) { bar_init(&ready, b); bar_init(&taken, b); }
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        if (t < 32) {
            board[t] = in[(blockIdx.x * rounds + k) * 32 + t];
            bar_arrive_n(&ready, t == 31 ? b - 31 * (b / 32) : b / 32);
        }
        bar_wait(&ready, k & 1);
        acc = acc * 3 + board[(t * 7 + k) & 31];
        bar_arrive(&taken);
        if (t < 32) bar_wait(&taken, k & 1);    // only the herald needs to know
    }
    out[LINEAR] = acc;
}

// Producer and consumer warps over a ring of RING stages; two producers fill a half each, a consumer warp releases once.
#ifndef RING
#define RING 2
#endif
extern "C" __global__ void warp_ring(const int* in, int* out, int items)
{
    __shared__ __align__(8) u64 full[RING], empty[RING];
    __shared__ int slot[RING][64];
    int w = TX / 32, l = TX % 32, consumers = blockDim.x / 32 - 2;
    if (TX < RING) { bar_init(&full[TX], 64); bar_init(&empty[TX], consumers); }
    __syncthreads();
    int stage = 0;
    u32 phase = 0;
    if (w < 2) {
        for (int i = 0; i < items; i++) {
            bar_wait(&empty[stage], phase ^ 1);              // the very first round passes
            slot[stage][w * 32 + l] = in[(blockIdx.x * items + i) * 64 + w * 32 + l] ^ i;
            bar_arrive(&full[stage]);
            if (++stage == RING) { stage = 0; phase ^= 1; }
        }
    } else {
        int acc = 0;
        for (int i = 0; i < items; i++) {
            bar_wait(&full[stage], phase);
            acc = (acc * 3 + slot[stage][l] + 2 * slot[stage][63 - l]) % 100003 + w;
            __syncwarp();
            if (l == 0) bar_arrive(&empty[stage]);
            if (++stage == RING) { stage = 0; phase ^= 1; }
        }
        out[blockIdx.x * consumers * 32 + TX - 64] = acc;
    }
}

// The same storage serves as a barrier of other counts, then as plain memory.
extern "C" __global__ void reused_barrier(const int* in, int* out)
{
    __shared__ __align__(8) u64 bar;
    __shared__ int s[128];
    int t = TX, b = blockDim.x, v = in[LINEAR];
    for (int k = 0; k < 3; k++) {
        int waiting = b >> k;
        if (t == 0) bar_init(&bar, waiting);
        __syncthreads();
        s[t] = v + k;
        if (t < waiting) {
            bar_arrive(&bar);
            bar_wait(&bar, 0);
            v = v * 2 + s[waiting - 1 - t];
        }
        __syncthreads();
        if (t == 0) asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(smem(&bar)) : "memory");
        __syncthreads();
    }
    if (t == 0) bar = 12345678901234ull;
    __syncthreads();
    out[LINEAR] = v + (int)(bar >> 20);
}

// Even lanes produce, odd lanes of the same and of other warps consume: waits in divergent code.
extern "C" __global__ void divergent_waits(const int* in, int* out, int rounds)
{
    __shared__ __align__(8) u64 forth, back;
    __shared__ int s[128];
    int t = TX, b = blockDim.x, half = b / 2, acc = 0;          // b is even
    if (t == 0) { bar_init(&forth, half); bar_init(&back, half); }
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        if (t & 1) {
            bar_wait(&forth, k & 1);
            acc = acc * 3 + s[(t + 31) % b & ~1];
            bar_arrive(&back);
        } else {
            if (k > 0) bar_wait(&back, (k - 1) & 1);
            s[t] = in[LINEAR] + k * k;
            bar_arrive(&forth);
            acc += s[t];
        }
    }
    out[LINEAR] = acc;
}

// From the programming guide: two buffers, four barriers, half the warps produce.
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
static __device__ void guide_producer(block_barrier ready[], block_barrier filled[], int* buffer, const int* in, int n, int len, int who, int many)
{
    for (int i = 0; i < n / len; ++i) {
        ready[i % 2].arrive_and_wait();
        for (int j = who; j < len; j += many) buffer[(i % 2) * len + j] = in[i * len + j] * 2 + 1;
        auto token = filled[i % 2].arrive();
        (void)token;
    }
}
static __device__ void guide_consumer(block_barrier ready[], block_barrier filled[], int* buffer, int* out, int n, int len, int who, int many)
{
    auto t1 = ready[0].arrive();
    auto t2 = ready[1].arrive();
    (void)t1; (void)t2;
    for (int i = 0; i < n / len; ++i) {
        filled[i % 2].arrive_and_wait();
        for (int j = who; j < len; j += many) out[i * len + j] = buffer[(i % 2) * len + (len - 1 - j)];
        auto token = ready[i % 2].arrive();
        (void)token;
    }
}
extern "C" __global__ void guide_specialised(const int* in, int* out, int n, int len)
{
    extern __shared__ int line[];
    __shared__ block_barrier bar[4];
    auto block = cg::this_thread_block();
    if (block.thread_rank() < 4) init(bar + block.thread_rank(), block.size());
    block.sync();
    int half = block.size() / 2;
    if ((int)block.thread_rank() < half) guide_producer(bar, bar + 2, line, in + blockIdx.x * n, n, len, block.thread_rank(), half);
    else guide_consumer(bar, bar + 2, line, out + blockIdx.x * n, n, len, block.thread_rank() - half, block.size() - half);
}

// arrive_and_drop of the library; arrivals with an update.
extern "C" __global__ void library_drop(const int* in, int* out, int rounds)
{
    __shared__ block_barrier bar;
    __shared__ int s[160];
    int t = TX, b = blockDim.x, v = in[LINEAR];
    if (t == 0) init(&bar, b);
    s[t] = v;
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        if (t % (rounds + 1) == k) { bar.arrive_and_drop(); break; }
        s[t] = (s[t] * 5 + k) & 0xffff;
        bar.arrive_and_wait();
        v += s[(t + k + 1) % b];
        bar.arrive_and_wait();
    }
    out[LINEAR] = v;
}

// A completion function runs once a phase, before anybody is released.
struct SumUp {
    int* parts;
    int* total;
    int n;
    __device__ void operator()() noexcept
    {
        int s = 0;
        for (int i = 0; i < n; i++) s += parts[i];
        *total = s;
    }
};
extern "C" __global__ void completion_function(const int* in, int* out, int rounds)
{
    using sum_barrier = cuda::barrier<cuda::thread_scope_block, SumUp>;
    __shared__ __align__(16) unsigned char storage[sizeof(sum_barrier)];
    __shared__ int parts[4], total;
    sum_barrier* bar = reinterpret_cast<sum_barrier*>(storage);
    int t = TX, w = t / 32, v = in[LINEAR];
    if (t == 0) new (bar) sum_barrier(blockDim.x, SumUp{parts, &total, (int)blockDim.x / 32});
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        int s = __reduce_add_sync(0xffffffffu, v);
        if (t % 32 == 0) parts[w] = s;
        bar->arrive_and_wait();
        v = (v + total) % 1009;
    }
    out[LINEAR] = v;
}

// Pipeline with roles: one warp loads, the others eat.
#ifndef PSTAGES
#define PSTAGES 3
#endif
extern "C" __global__ void pipeline_roles(const int* in, int* out, int batches)
{
    __shared__ __align__(16) int buf[PSTAGES][128];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, PSTAGES> state;
    auto block = cg::this_thread_block();
    const auto role = TX < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    const int* src = in + blockIdx.x * batches * 128;
    if (role == cuda::pipeline_role::producer) {
        for (int i = 0; i < batches; i++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&buf[i % PSTAGES][4 * TX], src + i * 128 + 4 * TX, cuda::aligned_size_t<16>(16), pipe);
            pipe.producer_commit();
        }
    } else {
        int acc = 0, t = TX - 32;
        for (int i = 0; i < batches; i++) {
            pipe.consumer_wait();
            acc = (acc * 7 + buf[i % PSTAGES][(t * 3 + i) & 127]) & 0xfffff;
            pipe.consumer_release();
        }
        out[blockIdx.x * (blockDim.x - 32) + t] = acc;
    }
}

// cp.async with an arrival that raises the pending count first: every thread still owes its own.
extern "C" __global__ void cp_async_inc(const int* in, int* out, int rounds)
{
    __shared__ __align__(8) u64 bar;
    __shared__ __align__(16) int s[2][4 * 96];
    int t = TX, b = blockDim.x, acc = 0;
    if (t == 0) bar_init(&bar, b);
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        const int* g = in + ((blockIdx.x * rounds + k) * b + t) * 4;
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(smem(&s[k & 1][4 * t])), "l"(g) : "memory");
        asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(smem(&bar)) : "memory");
        bar_arrive(&bar);
        bar_wait(&bar, k & 1);
        for (int j = 0; j < 4; j++) acc = (acc * 3 + s[k & 1][(4 * b - 1) - 4 * t - j]) & 0xfffff;
    }
    out[LINEAR] = acc;
}

// A ring filled by cp.async of one warp, announced by noinc arrivals.
extern "C" __global__ void cp_async_ring(const int* in, int* out, int items)
{
    __shared__ __align__(8) u64 full[3], empty[3];
    __shared__ __align__(16) int slot[3][128];
    int t = TX, consumers = blockDim.x - 32;
    if (t < 3) { bar_init(&full[t], 32); bar_init(&empty[t], consumers); }
    __syncthreads();
    if (t < 32) {
        for (int i = 0; i < items; i++) {
            int k = i % 3;
            if (i >= 3) bar_wait(&empty[k], (i / 3 - 1) & 1);
            const int* g = in + (blockIdx.x * items + i) * 128;
            for (int j = 0; j < 4; j++) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(smem(&slot[k][j * 32 + t])), "l"(g + j * 32 + t) : "memory");
            asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(smem(&full[k])) : "memory");
        }
        asm volatile("cp.async.wait_all;" ::: "memory");
    } else {
        int acc = 0;
        for (int i = 0; i < items; i++) {
            int k = i % 3;
            bar_wait(&full[k], (i / 3) & 1);
            acc = (acc * 5 + slot[k][(t * 9 + i) & 127]) & 0xfffff;
            bar_arrive(&empty[k]);
        }
        out[blockIdx.x * consumers + t - 32] = acc;
    }
}

// The library's barrier underneath a bulk copy.
extern "C" __global__ void library_tx(const int* in, int* out, int rounds)
{
    __shared__ __align__(16) int buf[256];
    __shared__ block_barrier bar;
    if (TX == 0) {
        init(&bar, blockDim.x);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    int acc = 0;
    for (int k = 0; k < rounds; k++) {
        block_barrier::arrival_token token;
        if (TX == 0) {
            cuda::device::memcpy_async_tx(buf, in + (blockIdx.x * rounds + k) * 256, cuda::aligned_size_t<16>(sizeof buf), bar);
            token = cuda::device::barrier_arrive_tx(bar, 1, sizeof buf);
        } else token = bar.arrive();
        bar.wait(std::move(token));
        acc = (acc * 3 + buf[(TX * 5 + k) & 255]) & 0xfffff;
        __syncthreads();
    }
    out[LINEAR] = acc;
}

// A block waits for all the other blocks of its cluster on one barrier of its own; all do.
extern "C" __global__ void __cluster_dims__(4, 1, 1) everyone_hears(const int* in, int* out, int rounds)
{
    __shared__ __align__(8) u64 heard;
    __shared__ int words[2][4];
    u32 t = TX, r = ctarank();
    if (t == 0) { bar_init(&heard, 4); INIT_FENCE(); }
    CLUSTER_SYNC();
    int v = in[blockIdx.x], acc = 0;
    for (int k = 0; k < rounds; k++) {
        if (t < 4) {                            // lane q speaks to block q, its own as well
            asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(mapa(smem(&words[k & 1][r]), t)), "r"(v + k) : "memory");
            bar_arrive_remote(&heard, t);
        }
        bar_wait_cluster(&heard, k & 1);
        int s = 0;
        for (int q = 0; q < 4; q++) s = s * 3 + words[k & 1][(q + t) & 3];
        acc = (acc + s) & 0xffffff;
        v = (v + words[k & 1][(r + 1) & 3]) & 0xffff;
        __syncthreads();                        // the words of this phase are done with
    }
    CLUSTER_SYNC();
    out[LINEAR] = acc + v;
}

// =====================================================================================================
//  3. Bulk copies
// =====================================================================================================

// One lane of the first warp keeps a ring of tiles filled, the other warps consume and release.
extern "C" __global__ void bulk_ring(const int* in, int* out, int tiles)
{
    __shared__ __align__(128) int tile[RING][128];
    __shared__ __align__(8) u64 full[RING], empty[RING];
    int w = TX / 32, l = TX % 32, consumers = blockDim.x / 32 - 1;
    if (TX == 0) {
        for (int s = 0; s < RING; s++) { bar_init(&full[s], 1); bar_init(&empty[s], consumers); }
        INIT_FENCE();
    }
    __syncthreads();
    const int* src = in + blockIdx.x * tiles * 128;
    if (w == 0) {
        if (l == 0)
            for (int i = 0; i < tiles; i++) {
                int s = i % RING;
                bar_wait(&empty[s], ((i / RING) & 1) ^ 1);
                bar_expect(&full[s], 512);
                load_bulk(tile[s], src + i * 128, 512, &full[s]);
            }
    } else {
        int acc = w;
        for (int i = 0; i < tiles; i++) {
            int s = i % RING;
            bar_wait(&full[s], (i / RING) & 1);
            for (int j = l; j < 128; j += 32) acc = (acc * 3 + tile[s][(j + w * 5) & 127]) & 0xfffff;
            __syncwarp();
            if (l == 0) bar_arrive(&empty[s]);
        }
        out[blockIdx.x * consumers * 32 + TX - 32] = acc;
    }
}

// Results leave by bulk stores from four buffers; a buffer is written again once its group has been read.
extern "C" __global__ void bulk_store_groups(const int* in, int* out, int chunks)
{
    __shared__ __align__(128) int buf[4][96];
    int t = TX;
    for (int k = 0; k < chunks; k++) {
        int* b = buf[k % 4];
        if (t == 0 && k >= 4) DRAIN_READ(3);
        __syncthreads();
        for (int j = t; j < 96; j += blockDim.x) b[j] = in[(blockIdx.x * chunks + k) * 96 + 95 - j] + k;
        PROXY_FENCE();
        __syncthreads();
        if (t == 0) {
            store_bulk(out + (blockIdx.x * chunks + k) * 96, b, 96 * 4);
            COMMIT();
        }
    }
    if (t == 0) DRAIN(0);
}

// In by bulk copies, through registers, out by bulk copies: two buffers each way.
extern "C" __global__ void bulk_stream(const int* in, int* out, int tiles, int mul)
{
    __shared__ __align__(128) int src[2][160], dst[2][160];
    __shared__ __align__(8) u64 full[2];
    int t = TX, base = blockIdx.x * tiles * 160;
    if (t == 0) {
        bar_init(&full[0], 1);
        bar_init(&full[1], 1);
        INIT_FENCE();
        for (int i = 0; i < 2 && i < tiles; i++) { bar_expect(&full[i], 640); load_bulk(src[i], in + base + i * 160, 640, &full[i]); }
    }
    __syncthreads();
    for (int i = 0; i < tiles; i++) {
        int s = i & 1;
        if (t == 0) DRAIN_READ(1);
        bar_wait(&full[s], (i >> 1) & 1);
        __syncthreads();
        for (int j = t; j < 160; j += blockDim.x) dst[s][j] = src[s][j] * mul + src[s][159 - j];
        PROXY_FENCE();
        __syncthreads();
        if (t == 0) {
            store_bulk(out + base + i * 160, dst[s], 640);
            COMMIT();
            if (i + 2 < tiles) { bar_expect(&full[s], 640); load_bulk(src[s], in + base + (i + 2) * 160, 640, &full[s]); }
        }
    }
    if (t == 0) DRAIN(0);
}

// Tiles wander round a cluster of three by copies from shared memory to shared memory.
extern "C" __global__ void __cluster_dims__(3, 1, 1) wandering_tiles(const int* in, int* out, int rounds)
{
    __shared__ __align__(128) int tile[2][64];
    __shared__ __align__(8) u64 came[2];
    u32 t = TX, r = ctarank();
    if (t < 2) { bar_init(&came[t], 1); INIT_FENCE(); }
    for (u32 j = t; j < 64; j += blockDim.x) tile[0][j] = in[blockIdx.x * 64 + j];
    PROXY_FENCE();
    CLUSTER_SYNC();
    for (int k = 0; k < rounds; k++) {
        int a = k & 1, b = a ^ 1;
        if (t == 0) {
            bar_expect(&came[b], 256);
            u32 next = (r + 1) % 3;
            asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                         ::"r"(mapa(smem(tile[b]), next)), "r"(smem(tile[a])), "r"(256), "r"(mapa(smem(&came[b]), next)) : "memory");
        }
        bar_wait_cluster(&came[b], (k >> 1) & 1);
        for (u32 j = t; j < 64; j += blockDim.x) tile[b][j] = tile[b][j] * 2 + (int)r;
        PROXY_FENCE();
        CLUSTER_SYNC();
    }
    for (u32 j = t; j < 64; j += blockDim.x) out[blockIdx.x * 64 + j] = tile[rounds & 1][j];
}

// Every block fetches a quarter and sends it to all four.
extern "C" __global__ void __cluster_dims__(4, 1, 1) multicast_quarters(const int* in, int* out, int rounds)
{
    __shared__ __align__(128) int all[4][48];
    __shared__ __align__(8) u64 bar;
    u32 t = TX, r = ctarank();
    if (t == 0) { bar_init(&bar, 1); INIT_FENCE(); }
    CLUSTER_SYNC();
    int acc = 0;
    for (int k = 0; k < rounds; k++) {
        if (t == 0) {
            bar_expect(&bar, 4 * 192);
            u16 mask = 15;
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
                         ::"r"(smem(all[r])), "l"(in + ((blockIdx.x / 4 * rounds + k) * 4 + r) * 48), "r"(192), "r"(smem(&bar)), "h"(mask) : "memory");
        }
        bar_wait(&bar, k & 1);
        for (int q = 0; q < 4; q++) acc = (acc * 3 + all[(q + r) & 3][(t * 5 + k) % 48]) & 0xfffff;
        CLUSTER_SYNC();
    }
    out[LINEAR] = acc;
}

// Two senders with masks that leave blocks out, their own among them.
extern "C" __global__ void __cluster_dims__(2, 2, 1) multicast_masks(const int* in, int* out)
{
    __shared__ __align__(128) int buf[64];
    __shared__ __align__(8) u64 bar;
    auto c = cg::this_cluster();
    u32 t = TX, r = c.block_rank(), cluster = blockIdx.y / 2 * (gridDim.x / 2) + blockIdx.x / 2;
    if (t == 0) { bar_init(&bar, 1); INIT_FENCE(); bar_expect(&bar, r == 3 ? 128 : 256); }
    c.sync();
    const int* src = in + cluster * 160;
    if (t == 0 && r == 0)        // to 1 and 2
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%2], %3;"
                     ::"r"(smem(buf)), "l"(src), "r"(smem(&bar)), "h"((u16)6) : "memory");
    if (t == 0 && r == 3) {      // to 0 in two parts, to itself one of them
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 128, [%2], %3;"
                     ::"r"(smem(buf)), "l"(src + 64), "r"(smem(&bar)), "h"((u16)1) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 128, [%2], %3;"
                     ::"r"(smem(buf + 32)), "l"(src + 96), "r"(smem(&bar)), "h"((u16)9) : "memory");
    }
    bar_wait(&bar, 0);
    u32 at = (t * 3) & 63;
    int v = r == 3 ? buf[32 + (at & 31)] : buf[at];
    c.sync();
    out[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + t] = v;
}

// Bulk reductions of whole numbers into global memory, all the operations.
#define REDUCE(op, dst, src, bytes) asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." op " [%0], [%1], %2;" ::"l"(dst), "r"(smem(src)), "r"(bytes) : "memory")
extern "C" __global__ void reduce_words(const u32* in, u32* acc)
{
    __shared__ __align__(128) u32 s[64], limit[64];
    for (int j = TX; j < 64; j += blockDim.x) {
        s[j] = in[blockIdx.x * 64 + j] - 300u;               // of both signs when signed
        limit[j] = 2 + j % 9;
    }
    PROXY_FENCE();
    __syncthreads();
    if (TX == 0) {
        REDUCE("add.u32", acc, s, 256);
        REDUCE("add.s32", acc + 64, s, 256);
        REDUCE("min.u32", acc + 128, s, 256);
        REDUCE("max.u32", acc + 192, s, 256);
        REDUCE("min.s32", acc + 256, s, 256);
        REDUCE("max.s32", acc + 320, s, 256);
        COMMIT();
        REDUCE("and.b32", acc + 384, s, 256);
        REDUCE("or.b32", acc + 448, s, 256);
        REDUCE("xor.b32", acc + 512, s, 256);
        REDUCE("inc.u32", acc + 576, limit, 256);
        REDUCE("dec.u32", acc + 640, limit, 128);
        REDUCE("dec.u32", acc + 672, limit + 32, 16);
        COMMIT();
        DRAIN(0);
    }
}

// Sums of floats and doubles whose values are exact; each warp sends a part of its own.
extern "C" __global__ void reduce_floats(const float* in, float* facc, double* dacc)
{
    __shared__ __align__(128) float f[128];
    __shared__ __align__(128) double d[128];
    int t = TX, l = t % 32, b = blockDim.x;
    f[t] = in[LINEAR] * 0.25f;
    d[t] = in[LINEAR] * 1024.0 + t;
    PROXY_FENCE();
    __syncwarp();
    if (l == 0) {
        REDUCE("add.f32", facc + t, &f[t], 128);
        REDUCE("add.f64", dacc + t, &d[t], 256);
        REDUCE("add.f32", facc + b, &f[t], 64);
        COMMIT();
        DRAIN_READ(0);
        DRAIN(0);
    }
}

// Reductions into the shared memory of block 0, counted by its barrier.
extern "C" __global__ void __cluster_dims__(4, 1, 1) reduce_to_leader(const u32* in, u32* out)
{
    __shared__ __align__(128) u32 s[64], sum[64], least[64], bits[64];
    __shared__ __align__(8) u64 bar;
    u32 t = TX, r = ctarank();
    for (u32 j = t; j < 64; j += blockDim.x) { s[j] = in[blockIdx.x * 64 + j]; sum[j] = j; least[j] = 400; bits[j] = 0; }
    if (t == 0) { bar_init(&bar, 1); INIT_FENCE(); }
    PROXY_FENCE();
    CLUSTER_SYNC();
    if (t == 0) {
        if (r == 0) bar_expect(&bar, 4 * 3 * 256);
        u32 b = mapa(smem(&bar), 0);
        asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%0], [%1], %2, [%3];" ::"r"(mapa(smem(sum), 0)), "r"(smem(s)), "r"(256), "r"(b) : "memory");
        asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.min.u32 [%0], [%1], %2, [%3];" ::"r"(mapa(smem(least), 0)), "r"(smem(s)), "r"(256), "r"(b) : "memory");
        asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.xor.b32 [%0], [%1], %2, [%3];" ::"r"(mapa(smem(bits), 0)), "r"(smem(s)), "r"(256), "r"(b) : "memory");
    }
    if (r == 0) {
        bar_wait_cluster(&bar, 0);
        for (u32 j = t; j < 64; j += blockDim.x) {
            u32* o = out + blockIdx.x / 4 * 192 + j;
            o[0] = sum[j];
            o[64] = least[j];
            o[128] = bits[j];
        }
    }
    CLUSTER_SYNC();
}

// Prefetch into L2, then load with a policy; thread 0 has one tile on its way all the time.
extern "C" __global__ void prefetch_and_policy(const int* in, int* out, int tiles)
{
    __shared__ __align__(128) int buf[2][256];
    __shared__ __align__(8) u64 bar[2];
    const int* src = in + blockIdx.x * tiles * 256;
    u64 policy;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    auto fetch = [&](int i) {
        bar_expect(&bar[i & 1], 1024);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], %4;"
                     ::"r"(smem(buf[i & 1])), "l"(src + i * 256), "r"(1024), "r"(smem(&bar[i & 1])), "l"(policy) : "memory");
    };
    if (TX == 0) {
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(src), "r"(tiles * 1024) : "memory");
        bar_init(&bar[0], 1);
        bar_init(&bar[1], 1);
        INIT_FENCE();
        fetch(0);
    }
    __syncthreads();
    int acc = 0;
    for (int i = 0; i < tiles; i++) {
        if (TX == 0 && i + 1 < tiles) fetch(i + 1);
        bar_wait(&bar[i & 1], (i >> 1) & 1);
        for (int j = TX; j < 256; j += blockDim.x) acc += buf[i & 1][255 - j] * (i + 1);
        __syncthreads();
    }
    out[LINEAR] = acc;
}

// Registers ahead of the arithmetic, tiles ahead of the registers.
extern "C" __global__ void pipelined_loop(const int* in, int* out, int tiles)
{
    constexpr int D = 3;
    __shared__ __align__(128) int s[D][128];
    __shared__ __align__(8) u64 full[D];
    int t = TX;
    const int* src = in + blockIdx.x * tiles * 128;
    auto issue = [&](int i) {
        bar_expect(&full[i % D], 512);
        load_bulk(s[i % D], src + i * 128, 256, &full[i % D]);
        load_bulk(s[i % D] + 64, src + i * 128 + 64, 256, &full[i % D]);
    };
    if (t == 0) {
#pragma unroll
        for (int i = 0; i < D; i++) bar_init(&full[i], 1);
        INIT_FENCE();
        for (int i = 0; i < D && i < tiles; i++) issue(i);
    }
    __syncthreads();
    int acc = 0, r0, r1, n0 = 0, n1 = 0;
    bar_wait(&full[0], 0);
    r0 = s[0][t & 127];
    r1 = s[0][(t * 9 + 1) & 127];
    for (int i = 0; i < tiles; i++) {
        if (i + 1 < tiles) {
            bar_wait(&full[(i + 1) % D], ((i + 1) / D) & 1);
            n0 = s[(i + 1) % D][t & 127];
            n1 = s[(i + 1) % D][(t * 9 + 1 + i) & 127];
        }
        acc = (acc * 3 + r0 * r1) & 0xfffff;
        __syncthreads();                        // tile i lies in registers everywhere
        if (t == 0 && i + D < tiles) issue(i + D);
        r0 = n0;
        r1 = n1;
    }
    out[LINEAR] = acc;
}

// SGEMM, tiles of 32 x 32 x 16, every row of a tile a bulk copy by a lane of its own.
extern "C" __global__ void bulk_sgemm(const float* A, const float* B, float* C, int N, int K)
{
    __shared__ __align__(128) float a[2][32][20], b[2][16][32];
    __shared__ __align__(8) u64 full[2];
    int t = threadIdx.y * 16 + threadIdx.x, row0 = blockIdx.y * 32, col0 = blockIdx.x * 32, steps = K / 16;
    if (t == 0) { bar_init(&full[0], 1); bar_init(&full[1], 1); INIT_FENCE(); }
    __syncthreads();
    auto issue = [&](int i) {                   // by the first warp
        int s = i & 1;
        if (t == 0) bar_expect(&full[s], 32 * 64 + 16 * 128);
        __syncwarp();
        load_bulk(a[s][t], A + (row0 + t) * K + i * 16, 64, &full[s]);
        if (t < 16) load_bulk(b[s][t], B + (i * 16 + t) * N + col0, 128, &full[s]);
    };
    if (t < 32) issue(0);
    float c[2][2] = {};
    for (int i = 0; i < steps; i++) {
        int s = i & 1;
        if (t < 32 && i + 1 < steps) issue(i + 1);
        bar_wait(&full[s], (i >> 1) & 1);
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float a0 = a[s][threadIdx.y][k], a1 = a[s][threadIdx.y + 16][k], b0 = b[s][k][threadIdx.x], b1 = b[s][k][threadIdx.x + 16];
            c[0][0] = fmaf(a0, b0, c[0][0]);
            c[0][1] = fmaf(a0, b1, c[0][1]);
            c[1][0] = fmaf(a1, b0, c[1][0]);
            c[1][1] = fmaf(a1, b1, c[1][1]);
        }
        __syncthreads();
    }
    for (int p = 0; p < 2; p++)
        for (int q = 0; q < 2; q++) C[(row0 + threadIdx.y + 16 * p) * N + col0 + threadIdx.x + 16 * q] = c[p][q];
}

// Five-point stencil over a strip of rows; four rows in a ring, three in use, one on its way.
extern "C" __global__ void bulk_stencil(const float* in, float* out, int width, int height, int strip)
{
    extern __shared__ __align__(128) float rows[];          // 4 * width
    __shared__ __align__(8) u64 full[4];
    int t = TX, y0 = blockIdx.x * strip;
    auto issue = [&](int j) {                               // row y0 - 1 + j, the edge repeated
        int y = min(max(y0 - 1 + j, 0), height - 1);
        bar_expect(&full[j & 3], width * 4);
        load_bulk(rows + (j & 3) * width, in + y * width, width * 4, &full[j & 3]);
    };
    if (t == 0) {
        for (int k = 0; k < 4; k++) bar_init(&full[k], 1);
        INIT_FENCE();
        for (int j = 0; j < 4 && j < strip + 2; j++) issue(j);
    }
    __syncthreads();
    bar_wait(&full[0], 0);
    bar_wait(&full[1], 0);
    for (int j = 1; j <= strip; j++) {
        bar_wait(&full[(j + 1) & 3], ((j + 1) >> 2) & 1);
        const float *n = rows + ((j - 1) & 3) * width, *c = rows + (j & 3) * width, *s = rows + ((j + 1) & 3) * width;
        int y = y0 + j - 1;
        if (y < height)
            for (int x = t; x < width; x += blockDim.x) {
                float l = c[max(x - 1, 0)], r = c[min(x + 1, width - 1)];
                out[y * width + x] = 0.5f * c[x] + 0.125f * (n[x] + s[x] + l + r);
            }
        __syncthreads();
        if (t == 0 && j + 3 < strip + 2) issue(j + 3);
    }
}

// The instructions as functions of cuda::ptx.
extern "C" __global__ void ptx_namespace(const int* in, int* out)
{
    __shared__ __align__(128) int buf[192];
    __shared__ uint64_t bar;
    if (TX == 0) {
        ptx::mbarrier_init(&bar, blockDim.x);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    uint64_t token;
    if (TX == 0) {
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buf, in + blockIdx.x * 192, sizeof buf, &bar);
        token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof buf);
    } else token = ptx::mbarrier_arrive(&bar);
    while (!ptx::mbarrier_try_wait(&bar, token)) { }
    for (int i = TX; i < 96; i += blockDim.x) {
        int a = buf[i], b = buf[191 - i];
        buf[i] = b + 1;
        buf[191 - i] = a - 1;
    }
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (TX == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + blockIdx.x * 192, buf, sizeof buf);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

// Asynchronous stores of every width to the other block.
extern "C" __global__ void __cluster_dims__(2, 1, 1) async_stores(const int* in, int* out)
{
    __shared__ __align__(16) int4 quad[64];
    __shared__ __align__(16) long long wide[128];
    __shared__ __align__(16) float single[64];
    __shared__ __align__(8) u64 bar;
    u32 t = TX, n = blockDim.x, peer = ctarank() ^ 1;
    if (t == 0) { bar_init(&bar, 1); INIT_FENCE(); bar_expect(&bar, n * (16 + 8 + 8 + 4)); }
    CLUSTER_SYNC();
    int v = in[LINEAR];
    u32 rb = mapa(smem(&bar), peer);
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.s32 [%0], {%1, %2, %3, %4}, [%5];"
                 ::"r"(mapa(smem(&quad[n - 1 - t]), peer)), "r"(v), "r"(v + 1), "r"(v * 2), "r"((int)t), "r"(rb) : "memory");
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.s64 [%0], %1, [%2];"
                 ::"r"(mapa(smem(&wide[t]), peer)), "l"((long long)v << 33), "r"(rb) : "memory");
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.s32 [%0], {%1, %2}, [%3];"
                 ::"r"(mapa(smem(&wide[64 + t]), peer)), "r"(v - 5), "r"(7 * v), "r"(rb) : "memory");
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f32 [%0], %1, [%2];"
                 ::"r"(mapa(smem(&single[(t + 3) % n]), peer)), "f"(v * 0.5f), "r"(rb) : "memory");
    bar_wait_cluster(&bar, 0);
    int4 q = quad[t];
    out[4 * LINEAR + 0] = q.x + 3 * q.y + 5 * q.z + 7 * q.w;
    out[4 * LINEAR + 1] = (int)(wide[n - 1 - t] >> 30);
    out[4 * LINEAR + 2] = (int)wide[64 + (t ^ 1)] + (int)(wide[64 + t] >> 32);
    out[4 * LINEAR + 3] = (int)(single[t] * 2.f);
    CLUSTER_SYNC();
}

// Asynchronous reductions: all four blocks into each one's cells.
extern "C" __global__ void __cluster_dims__(4, 1, 1) async_reductions(const u32* in, u32* out)
{
    __shared__ __align__(16) u32 cell[10][4];
    __shared__ __align__(8) u64 bar, total;
    u32 t = TX, n = blockDim.x, r = ctarank();
    if (t < 40) { u32 op = t / 4; cell[op][t % 4] = op == 1 || op == 3 || op == 4 ? 700 : 0; }
    if (t == 0) { total = 5; bar_init(&bar, 1); INIT_FENCE(); bar_expect(&bar, n * 4 * (9 * 4 + 8)); }
    CLUSTER_SYNC();
    u32 x = in[LINEAR], where = t & 3;
#define RED(op, k, v) asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes." op " [%0], %1, [%2];" ::"r"(mapa(smem(&cell[k][where]), q)), "r"(v), "r"(mapa(smem(&bar), q)) : "memory")
    for (u32 d = 0; d < 4; d++) {
        u32 q = (r + d) & 3;
        RED("add.u32", 0, x);
        RED("min.u32", 1, x);
        RED("max.s32", 2, x - 500);
        RED("min.s32", 3, x - 500);
        RED("and.b32", 4, x | 0x2a8);
        RED("or.b32", 5, 1u << (x & 31));
        RED("xor.b32", 6, x * 5);
        RED("inc.u32", 7, 9u);
        RED("dec.u32", 8, 6u);
        asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u64 [%0], %1, [%2];" ::"r"(mapa(smem(&total), q)), "l"((u64)x << 31), "r"(mapa(smem(&bar), q)) : "memory");
    }
    bar_wait_cluster(&bar, 0);
    if (t < 40) out[blockIdx.x * 40 + t] = t < 36 ? cell[t / 4][t % 4] : (u32)(total >> (8 * (t - 36)));
    CLUSTER_SYNC();
}

// Values travel round the ring by st.async; a slot for each hop, so nobody has to say that it is free.
extern "C" __global__ void __cluster_dims__(4, 1, 1) async_ring_sum(const int* in, int* out, int rounds)
{
    __shared__ int inbox[3][64];
    __shared__ __align__(8) u64 came[3];
    u32 t = TX, n = blockDim.x, right = (ctarank() + 1) & 3;
    if (t < 3) { bar_init(&came[t], 1); INIT_FENCE(); }
    CLUSTER_SYNC();
    int v = in[LINEAR];
    for (int k = 0; k < rounds; k++) {
        if (t == 0) for (int h = 0; h < 3; h++) bar_expect(&came[h], 4 * n);
        int sum = v, travelling = v;
#pragma unroll
        for (int h = 0; h < 3; h++) {
            asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.s32 [%0], %1, [%2];" ::"r"(mapa(smem(&inbox[h][t]), right)), "r"(travelling), "r"(mapa(smem(&came[h]), right)) : "memory");
            bar_wait_cluster(&came[h], k & 1);
            travelling = inbox[h][t];
            sum += travelling;
        }
        v = (sum * 3 + inbox[2][(t + 1) % n]) % 10007;
        CLUSTER_SYNC();
    }
    out[LINEAR] = v;
}
