// Asynchrony and clusters: cp.async, pipelines, mbarriers, bulk copies, distributed shared memory.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/atomic>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/tuple>
#include <cuda/std/bit>
#include <cuda/std/limits>
namespace cg = cooperative_groups;
#pragma nv_diag_suppress static_var_with_dynamic_init
#define GID (blockIdx.x * blockDim.x + threadIdx.x)
using u32 = unsigned;
using u64 = unsigned long long;

__device__ __forceinline__ u32 sa(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void mbar_init(u64* b, u32 n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sa(b)), "r"(n) : "memory"); }
__device__ __forceinline__ void mbar_arrive(u64* b) { asm volatile("{ .reg .b64 t; mbarrier.arrive.shared::cta.b64 t, [%0]; }" ::"r"(sa(b)) : "memory"); }
__device__ __forceinline__ void mbar_expect(u64* b, u32 bytes) { asm volatile("{ .reg .b64 t; mbarrier.arrive.expect_tx.shared::cta.b64 t, [%0], %1; }" ::"r"(sa(b)), "r"(bytes) : "memory"); }
__device__ __forceinline__ void mbar_wait(u64* b, u32 parity)
{
    asm volatile("{\n .reg .pred p;\nWAIT_LOOP:\n mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n @p bra DONE;\n bra WAIT_LOOP;\nDONE:\n}" ::"r"(sa(b)), "r"(parity) : "memory");
}
__device__ __forceinline__ void bulk_g2s(void* dst, const void* src, u32 bytes, u64* bar)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sa(dst)), "l"(src), "r"(bytes), "r"(sa(bar)) : "memory");
}
#define FENCE_ASYNC() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")

// ------------------------------------------------------------------ cp.async
extern "C" __global__ void cp_async_sizes(const int* in, int* out, int n)
{
    __shared__ __align__(16) int s[3][4 * 50];
    int t = threadIdx.x, i = GID * 4;
    const int* g = in + i;
    if (i < n) {
        for (int k = 0; k < 4; k++) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(sa(&s[0][4 * t + k])), "l"(g + k) : "memory");
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(sa(&s[1][4 * t])), "l"(g) : "memory");
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(sa(&s[1][4 * t + 2])), "l"(g + 2), "r"((t & 1) * 8) : "memory");   // zero fill for even threads
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sa(&s[2][4 * t])), "l"(g), "r"(t % 5 * 4 > 16 ? 16 : t % 5 * 4) : "memory");
    }
    asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    if (i < n) for (int k = 0; k < 4; k++) out[i + k] = s[0][4 * t + k] + 3 * s[1][4 * t + k] + 5 * s[2][4 * t + k];
}
extern "C" __global__ void pipeline_thread_scope(const int* in, int* out, int rounds)
{
    __shared__ int buf[2][64];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x, n = gridDim.x * 64, base = blockIdx.x * 64 + t, acc = 0;
    pipe.producer_acquire();
    cuda::memcpy_async(&buf[0][t], in + base, sizeof(int), pipe);
    pipe.producer_commit();
    for (int r = 0; r < rounds; r++) {
        if (r + 1 < rounds) {
            pipe.producer_acquire();
            cuda::memcpy_async(&buf[(r + 1) & 1][t], in + (r + 1) * n + base, sizeof(int), pipe);
            pipe.producer_commit();
            cuda::pipeline_consumer_wait_prior<1>(pipe);
        } else cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        acc = acc * 3 + buf[r & 1][63 - t];
        __syncthreads();
        pipe.consumer_release();
    }
    out[base] = acc;
}
extern "C" __global__ void pipeline_block_scope(const float* in, float* out, int batches)
{
    constexpr int STAGES = 2, B = 96;
    __shared__ __align__(16) float buf[STAGES][B];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const float* src = in + blockIdx.x * batches * B;
    float acc = 0.f;
    for (int c = 0, f = 0; c < batches; ++c) {
        for (; f < batches && f < c + STAGES; ++f) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buf[f % STAGES], src + f * B, cuda::aligned_size_t<16>(sizeof(float) * B), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        acc = acc * 0.5f + buf[c % STAGES][(threadIdx.x * 7) % B];
        pipe.consumer_release();
    }
    out[GID] = acc;
}
extern "C" __global__ void cg_memcpy_async(const int* in, int* out, int tile)
{
    extern __shared__ __align__(16) int stage[];
    auto block = cg::this_thread_block();
    const int* src = in + blockIdx.x * tile;
    cg::memcpy_async(block, stage, src, sizeof(int) * tile);
    cg::wait(block);
    for (int i = block.thread_rank(); i < tile; i += block.size()) out[blockIdx.x * tile + i] = stage[tile - 1 - i] * 2 + stage[(i * 5) % tile];
    block.sync();
}

// ------------------------------------------------------------------ barriers in shared memory
extern "C" __global__ void cuda_barrier_phases(const int* in, int* out, int phases)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[100];
    int t = threadIdx.x;
    if (t == 0) init(&bar, blockDim.x);
    __syncthreads();
    s[t] = in[GID];
    int keep = 0;
    for (int p = 0; p < phases; p++) {
        auto token = bar.arrive();
        keep = keep * 7 + p * t;                // work that needs nobody
        bar.wait(std::move(token));
        int v = s[(t + p + 1) % blockDim.x];
        bar.arrive_and_wait();
        s[t] += v;
    }
    bar.arrive_and_wait();
    out[GID] = s[blockDim.x - 1 - t] + keep;
}
extern "C" __global__ void cuda_barrier_memcpy(const double* in, double* out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ __align__(16) double s[160];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, s, in + blockIdx.x * 160, cuda::aligned_size_t<16>(160 * sizeof(double)), bar);
    bar.arrive_and_wait();
    for (int i = threadIdx.x; i < 160; i += blockDim.x) out[blockIdx.x * 160 + i] = s[159 - i] - s[i];
}
// warps 1.. consume, warp 0 produces; full and empty barriers for two slots
extern "C" __global__ void producer_consumer_mbarrier(const int* in, int* out, int items)
{
    __shared__ __align__(8) u64 full[2], empty[2];
    __shared__ int slot[2][32];
    int w = threadIdx.x / 32, l = threadIdx.x % 32, consumers = blockDim.x - 32;
    if (threadIdx.x == 0)
        for (int k = 0; k < 2; k++) { mbar_init(&full[k], 32); mbar_init(&empty[k], consumers); }
    __syncthreads();
    if (w == 0) {
        for (int i = 0; i < items; i++) {
            int k = i & 1;
            if (i >= 2) mbar_wait(&empty[k], ((i >> 1) - 1) & 1);
            slot[k][l] = in[(blockIdx.x * items + i) * 32 + l] + i;
            mbar_arrive(&full[k]);
        }
    } else {
        int acc = w;
        for (int i = 0; i < items; i++) {
            int k = i & 1;
            mbar_wait(&full[k], (i >> 1) & 1);
            acc = acc * 5 + slot[k][(l + w) & 31];
            mbar_arrive(&empty[k]);
        }
        out[blockIdx.x * consumers + threadIdx.x - 32] = acc;
    }
}
// arrivals with a count, test_wait with a state, arrive.noComplete is left to the interested reader
extern "C" __global__ void mbarrier_states(int* out)
{
    __shared__ __align__(8) u64 bar;
    __shared__ int board[64];
    int t = threadIdx.x;
    if (t == 0) mbar_init(&bar, 64 + 32);
    __syncthreads();
    board[t] = t * t;
    u64 state;
    if (t < 32) asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], 2;" : "=l"(state) : "r"(sa(&bar)) : "memory");
    else asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(sa(&bar)) : "memory");
    int done = 0;
    while (!done) asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" : "=r"(done) : "r"(sa(&bar)), "l"(state) : "memory");
    out[GID] = board[63 - t] + board[t ^ 33];
    __syncthreads();
    if (t == 0) asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(sa(&bar)) : "memory");
}
extern "C" __global__ void cp_async_mbarrier(const int* in, int* out)
{
    __shared__ __align__(8) u64 bar;
    __shared__ __align__(16) int s[4 * 64];
    int t = threadIdx.x;
    if (t == 0) mbar_init(&bar, 64);
    __syncthreads();
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sa(&s[4 * t])), "l"(in + GID * 4) : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(sa(&bar)) : "memory");
    mbar_wait(&bar, 0);
    for (int k = 0; k < 4; k++) out[GID * 4 + k] = s[255 - 4 * t - k] * (k + 1);
}

// ------------------------------------------------------------------ bulk copies
extern "C" __global__ void bulk_copy_roundtrip(const int* in, int* out, int words)
{
    extern __shared__ __align__(128) int buf[];
    __shared__ __align__(8) u64 bar;
    int t = threadIdx.x;
    const int* src = in + blockIdx.x * words;
    if (t == 0) {
        mbar_init(&bar, 1);
        FENCE_ASYNC();
    }
    __syncthreads();
    if (t == 0) {
        mbar_expect(&bar, words * 4);
        bulk_g2s(buf, src, words * 4, &bar);
    }
    mbar_wait(&bar, 0);
    for (int i = t; i < words; i += blockDim.x) buf[i] = buf[i] * 3 + i;
    FENCE_ASYNC();
    __syncthreads();
    if (t == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + blockIdx.x * words), "r"(sa(buf)), "r"(words * 4) : "memory");
        asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
    }
}
// stages of bulk loads through a ring, one elected producer thread
extern "C" __global__ void bulk_ring_dot(const float* a, const float* b, float* out, int tiles)
{
    constexpr int ST = 3, W = 64;
    __shared__ __align__(128) float ta[ST][W], tb[ST][W];
    __shared__ __align__(8) u64 full[ST];
    int t = threadIdx.x;
    a += blockIdx.x * tiles * W; b += blockIdx.x * tiles * W;
    if (t == 0) {
        for (int s = 0; s < ST; s++) mbar_init(&full[s], 1);
        FENCE_ASYNC();
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(a), "r"(W * 4) : "memory");
    }
    __syncthreads();
    auto issue = [&](int i) {
        int s = i % ST;
        mbar_expect(&full[s], 2 * W * 4);
        bulk_g2s(ta[s], a + i * W, W * 4, &full[s]);
        bulk_g2s(tb[s], b + i * W, W * 4, &full[s]);
    };
    if (t == 0) for (int i = 0; i < ST && i < tiles; i++) issue(i);
    float acc = 0.f;
    for (int i = 0; i < tiles; i++) {
        mbar_wait(&full[i % ST], (i / ST) & 1);
        acc = fmaf(ta[i % ST][t], tb[i % ST][W - 1 - t], acc);
        __syncthreads();
        if (t == 0 && i + ST < tiles) issue(i + ST);
    }
    out[GID] = acc;
}
// bulk reductions into global memory: integer adds commute
extern "C" __global__ void bulk_reduce_add(const int* in, int* total, int words)
{
    __shared__ __align__(128) int s[128];
    for (int i = threadIdx.x; i < words; i += blockDim.x) s[i] = in[blockIdx.x * words + i];
    FENCE_ASYNC();
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(total), "r"(sa(s)), "r"(words * 4) : "memory");
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%0], [%1], %2;" ::"l"(total + words), "r"(sa(s)), "r"(words * 4) : "memory");
        asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
    }
}

// ------------------------------------------------------------------ clusters
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_exchange(const int* in, int* out)
{
    __shared__ int s[96];
    auto cluster = cg::this_cluster();
    s[threadIdx.x] = in[GID];
    cluster.sync();
    int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
    int v = other[95 - threadIdx.x];
    cluster.sync();
    out[GID] = v * 10 + cluster.block_rank();
}
extern "C" __global__ void __cluster_dims__(4, 1, 1) cluster_histogram(const unsigned char* data, int* bins, int n)
{
    // 64 bins, sixteen in each block of the cluster
    __shared__ int h[16];
    auto cluster = cg::this_cluster();
    if (threadIdx.x < 16) h[threadIdx.x] = 0;
    cluster.sync();
    for (int i = GID; i < n; i += gridDim.x * blockDim.x) {
        int b = data[i] % 64;
        int* dst = cluster.map_shared_rank(h, b / 16);
        atomicAdd(dst + b % 16, 1);
    }
    cluster.sync();
    if (threadIdx.x < 16) atomicAdd(&bins[cluster.block_rank() * 16 + threadIdx.x], h[threadIdx.x]);
}
extern "C" __global__ void __cluster_dims__(4, 1, 1) cluster_ring_scan(const int* in, int* out)
{
    // every block reduces its part, then reads the totals of the blocks before it
    __shared__ int s[64], total;
    auto cl = cg::this_cluster();
    int t = threadIdx.x;
    s[t] = in[GID];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
    }
    __syncthreads();
    if (t == 0) total = s[63];
    cl.sync();
    int before = 0;
    for (unsigned r = 0; r < cl.block_rank(); r++) before += *cl.map_shared_rank(&total, r);
    cl.sync();
    out[GID] = s[t] + before;
}
extern "C" __global__ void __cluster_dims__(2, 2, 1) cluster_2d_info(int* out)
{
    auto cl = cg::this_cluster();
    auto idx = cl.block_index();
    auto dim = cl.dim_blocks();
    u32 rank, size, cx, ncx;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
    asm("mov.u32 %0, %%clusterid.x;" : "=r"(cx));
    asm("mov.u32 %0, %%nclusterid.x;" : "=r"(ncx));
    int b = blockIdx.y * gridDim.x + blockIdx.x;
    out[b * blockDim.x + threadIdx.x] = cl.thread_rank() + 1000 * (idx.x + 2 * idx.y) + 100000 * (dim.x * dim.y) + 1000000 * (rank ^ size) + 10000000 * (cx + ncx * 3);
}
// the same with instructions: mapa, ld.shared::cluster, barrier.cluster
extern "C" __global__ void __cluster_dims__(4, 1, 1) cluster_ptx(const int* in, int* out)
{
    __shared__ int s[50];
    u32 rank, remote, v, w = 0;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    s[threadIdx.x] = in[GID];
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
    for (u32 k = 1; k < 4; k++) {
        asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(remote) : "r"(sa(&s[(threadIdx.x + k) % 50])), "r"((rank + k) % 4));
        asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(v) : "r"(remote) : "memory");
        w = w * 3 + v;
    }
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
    out[GID] = (int)w;
}
// write to the neighbour, several rounds, double buffer
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_heat(const float* in, float* out, int steps)
{
    __shared__ float u[2][66];
    auto cl = cg::this_cluster();
    int t = threadIdx.x + 1, r = cl.block_rank();
    u[0][t] = in[GID];
    if (t == 1) { u[0][0] = u[1][0] = 0.f; u[0][65] = u[1][65] = 0.f; }
    cl.sync();
    for (int k = 0; k < steps; k++) {
        int c = k & 1;
        if (r == 0 && t == 64) cl.map_shared_rank(&u[c][0], 1)[0] = u[c][64];
        if (r == 1 && t == 1) cl.map_shared_rank(&u[c][0], 0)[65] = u[c][1];
        cl.sync();
        u[c ^ 1][t] = 0.25f * u[c][t - 1] + 0.5f * u[c][t] + 0.25f * u[c][t + 1];
        cl.sync();
    }
    out[GID] = u[steps & 1][t];
}
// remote arrival: block 1 fills the shared memory of block 0 with st.async, which counts bytes on its barrier
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_st_async(const int* in, int* out)
{
    __shared__ __align__(8) u64 bar;
    __shared__ __align__(16) int box[64];
    auto cl = cg::this_cluster();
    int t = threadIdx.x;
    if (t == 0) { mbar_init(&bar, 1); asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
    cl.sync();
    if (t == 0) mbar_expect(&bar, 64 * 4);
    u32 rbar, rbox, peer = cl.block_rank() ^ 1;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rbar) : "r"(sa(&bar)), "r"(peer));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rbox) : "r"(sa(&box[63 - t])), "r"(peer));
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(rbox), "r"(in[GID] * 2 + (int)peer), "r"(rbar) : "memory");
    mbar_wait(&bar, 0);
    out[GID] = box[t];
    cl.sync();
}
// bulk copy from my shared memory to the neighbour's
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_bulk_dsmem(const int* in, int* out)
{
    __shared__ __align__(16) int src[64];
    __shared__ __align__(16) int dst[64];
    __shared__ __align__(8) u64 bar;
    auto cl = cg::this_cluster();
    int t = threadIdx.x;
    src[t] = in[GID] + 1000 * cl.block_rank();
    if (t == 0) { mbar_init(&bar, 1); asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); mbar_expect(&bar, 256); }
    FENCE_ASYNC();
    cl.sync();
    if (t == 0) {
        u32 rd, rb, peer = cl.block_rank() ^ 1;
        asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rd) : "r"(sa(dst)), "r"(peer));
        asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rb) : "r"(sa(&bar)), "r"(peer));
        asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(rd), "r"(sa(src)), "r"(256), "r"(rb) : "memory");
    }
    mbar_wait(&bar, 0);
    out[GID] = dst[63 - t];
    cl.sync();
}
// one load, delivered to both blocks
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_multicast(const int* in, int* out)
{
    __shared__ __align__(128) int buf[96];
    __shared__ __align__(8) u64 bar;
    auto cl = cg::this_cluster();
    int t = threadIdx.x;
    if (t == 0) { mbar_init(&bar, 1); asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); mbar_expect(&bar, 384); }
    cl.sync();
    if (cl.block_rank() == 0 && t == 0)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
                     ::"r"(sa(buf)), "l"(in + blockIdx.x / 2 * 96), "r"(384), "r"(sa(&bar)), "h"((unsigned short)3) : "memory");
    mbar_wait(&bar, 0);
    out[GID] = buf[(t + cl.block_rank() * 7) % 96];
    cl.sync();
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_remote_barrier(const int* in, int* out)
{
    // block 0 waits on its own barrier until all threads of block 1 have arrived there
    __shared__ __align__(8) u64 bar;
    __shared__ int box[32];
    auto cl = cg::this_cluster();
    if (threadIdx.x == 0) { mbar_init(&bar, 32); asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
    cl.sync();
    if (cl.block_rank() == 1) {
        cl.map_shared_rank(box, 0)[threadIdx.x] = in[GID] * 3;
        u32 r;
        asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(r) : "r"(sa(&bar)));
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(r) : "memory");
        out[GID] = -1;
    } else {
        asm volatile("{\n .reg .pred p;\nL1:\n mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0;\n @!p bra L1;\n}" ::"r"(sa(&bar)) : "memory");
        out[GID] = box[31 - threadIdx.x];
    }
    cl.sync();
}

// ------------------------------------------------------------------ the library
extern "C" __global__ void std_atomic_shared(const int* x, int* out, int n)
{
    __shared__ cuda::std::atomic<int> sum, top;
    if (threadIdx.x == 0) { sum.store(0); top.store(-1000000, cuda::std::memory_order_relaxed); }
    __syncthreads();
    if (GID < n) {
        sum.fetch_add(x[GID], cuda::std::memory_order_relaxed);
        int seen = top.load();
        while (seen < x[GID] && !top.compare_exchange_weak(seen, x[GID])) { }
    }
    __syncthreads();
    if (threadIdx.x == 0) { out[2 * blockIdx.x] = sum.load(); out[2 * blockIdx.x + 1] = top.exchange(0); }
}
extern "C" __global__ void std_types(const float* x, float* out, int* bits, int n)
{
    int i = GID;
    if (i >= n) return;
    cuda::std::array<float, 5> a{};
    for (auto& e : a) e = x[i] + (&e - a.data());
    cuda::std::complex<float> z(a[0], a[1]);
    for (int k = 0; k < 3; k++) z = z * cuda::std::complex<float>(0.5f, a[k] * 0.25f) + 1.0f;
    auto t = cuda::std::make_tuple(z.real(), z.imag(), i);
    out[2 * i] = cuda::std::get<0>(t) + a.back();
    out[2 * i + 1] = cuda::std::get<1>(t);
    u32 u = cuda::std::bit_cast<u32>(x[i]);
    bits[i] = cuda::std::popcount(u) * 100 + cuda::std::countl_zero(u) + (u > (u32)cuda::std::numeric_limits<int>::max() ? 10000 : 0);
}
