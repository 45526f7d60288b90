// Pairs of a faulty kernel and its sound twin: barriers of transactions, clusters, bulk copies. The hangs come last.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
typedef unsigned u32;
typedef unsigned long long u64;

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


// ---- 1. what a bulk copy brings is read before anybody has waited for it
template <bool WAIT_FIRST> static __device__ __forceinline__ void bulk_read(const int* in, int* out)
{
    __shared__ __align__(128) int buf[256];
    __shared__ __align__(8) u64 bar;
    if (TX == 0) { bar_init(&bar, 1); INIT_FENCE(); }
    __syncthreads();
    if (TX == 0) { bar_expect(&bar, 1024); load_bulk(buf, in + blockIdx.x * 256, 1024, &bar); }
    if (WAIT_FIRST) bar_wait(&bar, 0);
    int v = buf[TX] + buf[255 - TX];
    if (!WAIT_FIRST) bar_wait(&bar, 0);         // too late
    out[LINEAR] = v;
}
extern "C" __global__ void bulk_unwaited(const int* in, int* out) { bulk_read<false>(in, out); }
extern "C" __global__ void bulk_waited(const int* in, int* out) { bulk_read<true>(in, out); }

// ---- 2. the consumers of a ring wait for the parity that is over, and so read before the stage is full
template <u32 FLIP> static __device__ __forceinline__ void parity_ring(const int* in, int* out, int items)
{
    __shared__ __align__(8) u64 full[2], empty[2];
    __shared__ int slot[2][32];
    int w = TX / 32, l = TX % 32, consumers = blockDim.x - 32;
    if (TX < 2) { bar_init(&full[TX], 32); bar_init(&empty[TX], consumers); }
    __syncthreads();
    if (w == 0) {
        for (int i = 0; i < items; i++) {
            bar_wait(&empty[i & 1], ((i >> 1) & 1) ^ 1);
            int v = in[(blockIdx.x * items + i) * 32 + l];
            for (int j = 0; j < 60; j++) v = (v * 1103 + l) % 30011;      // takes its time
            slot[i & 1][l] = v;
            bar_arrive(&full[i & 1]);
        }
    } else {
        int acc = 0;
        for (int i = 0; i < items; i++) {
            bar_wait(&full[i & 1], ((i >> 1) & 1) ^ FLIP);
            acc = acc * 3 + slot[i & 1][l ^ w];
            bar_arrive(&empty[i & 1]);
        }
        out[blockIdx.x * consumers + TX - 32] = acc;
    }
}
extern "C" __global__ void ring_wrong_parity(const int* in, int* out, int items) { parity_ring<1>(in, out, items); }
extern "C" __global__ void ring_right_parity(const int* in, int* out, int items) { parity_ring<0>(in, out, items); }

// ---- 3. a stage is filled again by the next bulk copy although others may still read it
template <bool RELEASE> static __device__ __forceinline__ void refill(const int* in, int* out, int tiles)
{
    __shared__ __align__(128) int s[2][128];
    __shared__ __align__(8) u64 full[2];
    const int* src = in + blockIdx.x * tiles * 128;
    if (TX == 0) {
        for (int i = 0; i < 2; i++) bar_init(&full[i], 1);
        INIT_FENCE();
        for (int i = 0; i < 2 && i < tiles; i++) { bar_expect(&full[i], 512); load_bulk(s[i], src + i * 128, 512, &full[i]); }
    }
    __syncthreads();
    int acc = 0;
    for (int i = 0; i < tiles; i++) {
        bar_wait(&full[i & 1], (i >> 1) & 1);
        for (int j = 0; j < 4; j++) acc = acc * 3 + s[i & 1][(TX + 31 * j) & 127];
        if (RELEASE) __syncthreads();
        if (TX == 0 && i + 2 < tiles) { bar_expect(&full[i & 1], 512); load_bulk(s[i & 1], src + (i + 2) * 128, 512, &full[i & 1]); }
    }
    out[LINEAR] = acc;
}
extern "C" __global__ void refilled_early(const int* in, int* out, int tiles) { refill<false>(in, out, tiles); }
extern "C" __global__ void refilled_released(const int* in, int* out, int tiles) { refill<true>(in, out, tiles); }

// ---- 4. the neighbour's shared memory is read without a cluster barrier after it was written
template <bool SYNC> static __device__ __forceinline__ void neighbour_read(const int* in, int* out)
{
    __shared__ int s[128];
    auto c = cg::this_cluster();
    c.sync();                                   // both run
    s[TX] = in[LINEAR];
    if (SYNC) c.sync();
    else __syncthreads();                       // orders this block only
    int v = c.map_shared_rank(s, c.block_rank() ^ 1)[blockDim.x - 1 - TX];
    c.sync();
    out[LINEAR] = v;
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) neighbour_unsynced(const int* in, int* out) { neighbour_read<false>(in, out); }
extern "C" __global__ void __cluster_dims__(2, 1, 1) neighbour_synced(const int* in, int* out) { neighbour_read<true>(in, out); }

// ---- 5. a value is overwritten while the neighbour may still read it
template <bool SYNC> static __device__ __forceinline__ void neighbour_rounds(const int* in, int* out, int rounds)
{
    __shared__ int s[128];
    u32 r = ctarank();
    int v = in[LINEAR], got;
    s[TX] = v;
    CLUSTER_SYNC();
    for (int k = 0; k < rounds; k++) {
        asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(got) : "r"(mapa(smem(&s[blockDim.x - 1 - TX]), (r + 1) & 3)) : "memory");
        if (SYNC) CLUSTER_SYNC();
        v = (v * 3 + got) & 0xffff;
        s[TX] = v;
        CLUSTER_SYNC();
    }
    out[LINEAR] = v;
}
extern "C" __global__ void __cluster_dims__(4, 1, 1) overwritten_early(const int* in, int* out, int rounds) { neighbour_rounds<false>(in, out, rounds); }
extern "C" __global__ void __cluster_dims__(4, 1, 1) overwritten_synced(const int* in, int* out, int rounds) { neighbour_rounds<true>(in, out, rounds); }

// ---- 6. the source of a bulk store is overwritten before it has been read
template <bool KEEP> static __device__ __forceinline__ void store_rounds(const int* in, int* out, int rounds)
{
    __shared__ __align__(128) int buf[128];
    for (int k = 0; k < rounds; k++) {
        for (int j = TX; j < 128; j += blockDim.x) buf[j] = in[(blockIdx.x * rounds + k) * 128 + j] + k;
        PROXY_FENCE();
        __syncthreads();
        if (TX == 0) {
            store_bulk(out + (blockIdx.x * rounds + k) * 128, buf, 512);
            COMMIT();
            if (KEEP) DRAIN_READ(0);
        }
        __syncthreads();
    }
    if (TX == 0) DRAIN(0);
}
extern "C" __global__ void source_overwritten(const int* in, int* out, int rounds) { store_rounds<false>(in, out, rounds); }
extern "C" __global__ void source_kept(const int* in, int* out, int rounds) { store_rounds<true>(in, out, rounds); }

// ---- 7. only thread 0 waits for the copy; the others go on with no barrier behind it
template <bool THEN_SYNC> static __device__ __forceinline__ void leader_waits(const int* in, int* out)
{
    __shared__ __align__(128) int buf[128];
    __shared__ __align__(8) u64 bar;
    if (TX == 0) { bar_init(&bar, 1); INIT_FENCE(); }
    __syncthreads();
    if (TX == 0) {
        bar_expect(&bar, 512);
        load_bulk(buf, in + blockIdx.x * 128, 512, &bar);
        bar_wait(&bar, 0);
    }
    if (THEN_SYNC) __syncthreads();
    out[LINEAR] = buf[(TX * 3) & 127];
}
extern "C" __global__ void leader_alone_waits(const int* in, int* out) { leader_waits<false>(in, out); }
extern "C" __global__ void leader_waits_then_sync(const int* in, int* out) { leader_waits<true>(in, out); }

// ---- 8. one of two producer warps arrives twice a lane: the barrier opens before the other has written
template <u32 ARRIVALS> static __device__ __forceinline__ void two_producers(const int* in, int* out)
{
    __shared__ __align__(8) u64 bar;
    __shared__ int s[64];
    int w = TX / 32;
    if (TX == 0) bar_init(&bar, 64);
    __syncthreads();
    if (w < 2) {
        s[TX] = in[blockIdx.x * 64 + TX] * 3;
        bar_arrive_n(&bar, w == 0 ? ARRIVALS : 1);
    } else {
        bar_wait(&bar, 0);
        out[blockIdx.x * (blockDim.x - 64) + TX - 64] = s[TX & 63] * 2 + s[63 - (TX & 63)];
    }
}
extern "C" __global__ void arrivals_too_many(const int* in, int* out) { two_producers<2>(in, out); }
extern "C" __global__ void arrivals_counted(const int* in, int* out) { two_producers<1>(in, out); }

// ---- 9. an ordinary arrival says nothing of the cp.async before it
template <bool TRACK> static __device__ __forceinline__ void copy_and_arrive(const int* in, int* out)
{
    __shared__ __align__(8) u64 bar;
    __shared__ __align__(16) int s[4 * 128];
    if (TX == 0) bar_init(&bar, blockDim.x);
    __syncthreads();
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(smem(&s[4 * TX])), "l"(in + 4 * LINEAR) : "memory");
    if (TRACK) asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(smem(&bar)) : "memory");
    else bar_arrive(&bar);
    bar_wait(&bar, 0);
    int v = s[4 * (blockDim.x - 1 - TX)] + s[4 * ((TX + 33) % blockDim.x) + 3];
    asm volatile("cp.async.wait_all;" ::: "memory");
    out[LINEAR] = v;
}
extern "C" __global__ void cp_async_untracked(const int* in, int* out) { copy_and_arrive<false>(in, out); }
extern "C" __global__ void cp_async_tracked(const int* in, int* out) { copy_and_arrive<true>(in, out); }

// ---- 10. a cluster barrier does not wait for asynchronous stores; their mbarrier does
template <bool WAIT_FIRST> static __device__ __forceinline__ void async_mail(const int* in, int* out)
{
    __shared__ int box[64];
    __shared__ __align__(8) u64 bar;
    u32 peer = ctarank() ^ 1;
    if (TX == 0) { bar_init(&bar, 1); INIT_FENCE(); bar_expect(&bar, 4 * blockDim.x); }
    CLUSTER_SYNC();
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.s32 [%0], %1, [%2];"
                 ::"r"(mapa(smem(&box[TX]), peer)), "r"(in[LINEAR] + 1), "r"(mapa(smem(&bar), peer)) : "memory");
    if (WAIT_FIRST) bar_wait_cluster(&bar, 0);
    else CLUSTER_SYNC();
    int v = box[blockDim.x - 1 - TX];
    if (!WAIT_FIRST) bar_wait_cluster(&bar, 0);
    CLUSTER_SYNC();
    out[LINEAR] = v;
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) async_mail_unwaited(const int* in, int* out) { async_mail<false>(in, out); }
extern "C" __global__ void __cluster_dims__(2, 1, 1) async_mail_waited(const int* in, int* out) { async_mail<true>(in, out); }

// ---- 11. the last warp is forgotten: the barrier never opens
template <int FORGOTTEN> static __device__ __forceinline__ void warps_arrive(const int* in, int* out)
{
    __shared__ __align__(8) u64 bar;
    __shared__ int s[128];
    int w = TX / 32, warps = blockDim.x / 32;
    if (TX == 0) bar_init(&bar, warps);
    __syncthreads();
    s[TX] = in[LINEAR];
    __syncwarp();
    if (TX % 32 == 0 && w < warps - FORGOTTEN) bar_arrive(&bar);
    bar_wait(&bar, 0);
    out[LINEAR] = s[blockDim.x - 1 - TX];
}
extern "C" __global__ void all_warps_arrive(const int* in, int* out) { warps_arrive<0>(in, out); }

// ---- 12. a consumer warp has seen enough and leaves without releasing the stages to come
template <bool LEAVE> static __device__ __forceinline__ void leaving_ring(const int* in, int* out, int tiles)
{
    __shared__ __align__(128) int tile[2][64];
    __shared__ __align__(8) u64 full[2], empty[2];
    int w = TX / 32, l = TX % 32, consumers = blockDim.x / 32 - 1;
    if (TX == 0) {
        for (int s = 0; s < 2; s++) { bar_init(&full[s], 1); bar_init(&empty[s], consumers); }
        INIT_FENCE();
    }
    __syncthreads();
    if (w == 0) {
        if (l == 0)
            for (int i = 0; i < tiles; i++) {
                bar_wait(&empty[i & 1], ((i >> 1) & 1) ^ 1);
                bar_expect(&full[i & 1], 256);
                load_bulk(tile[i & 1], in + (blockIdx.x * tiles + i) * 64, 256, &full[i & 1]);
            }
    } else {
        int acc = 0;
        for (int i = 0; i < tiles; i++) {
            bar_wait(&full[i & 1], (i >> 1) & 1);
            acc = (acc * 3 + tile[i & 1][l] - tile[i & 1][63 - l]) & 0xffff;
            if (LEAVE && w == consumers && i == 1) break;
            __syncwarp();
            if (l == 0) bar_arrive(&empty[i & 1]);
        }
        out[blockIdx.x * consumers * 32 + TX - 32] = acc;
    }
}
extern "C" __global__ void all_stay_in_ring(const int* in, int* out, int tiles) { leaving_ring<false>(in, out, tiles); }

// ---- the two that never end
extern "C" __global__ void last_warp_forgotten(const int* in, int* out) { warps_arrive<1>(in, out); }
extern "C" __global__ void consumer_leaves_ring(const int* in, int* out, int tiles) { leaving_ring<true>(in, out, tiles); }
