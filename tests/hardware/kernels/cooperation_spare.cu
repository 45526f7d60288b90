// Twelve more kernels of the same hand as cooperation.cu, beyond the number that was asked for.
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

using block_barrier = cuda::barrier<cuda::thread_scope_block>;
#define REDUCE(op, dst, src, bytes) asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." op " [%0], [%1], %2;" ::"l"(dst), "r"(smem(src)), "r"(bytes) : "memory")

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

// Float sums over the cluster; the values are whole numbers, so their order does not matter.
extern "C" __global__ void __cluster_dims__(4, 1, 1) float_votes(const float* in, float* out)
{
    __shared__ float sum[8];
    auto c = cg::this_cluster();
    if (TX < 8) sum[TX] = 0.f;
    c.sync();
    atomicAdd(&c.map_shared_rank(sum, TX & 3)[(TX >> 2) & 7], in[LINEAR]);
    c.sync();
    if (TX < 8) out[blockIdx.x * 8 + TX] = sum[TX];
}


// try_wait with a time limit, by state, counted until it succeeds; everyone waits for everyone.
extern "C" __global__ void patient_waits(const int* in, int* out)
{
    __shared__ __align__(8) u64 bar[4];
    __shared__ int s[200];
    int t = TX, b = blockDim.x;
    if (t < 4) bar_init(&bar[t], (b - t + 3) / 4);
    __syncthreads();
    s[t] = in[LINEAR];
    u64 state;
    int mine = t & 3, v = 0;
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(smem(&bar[mine])) : "memory");
    for (int k = 0; k < 4; k++) {
        int other = (mine + k) & 3;
        u32 ok = 0;
        do {
            if (k == 0) asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.acquire.cta.shared::cta.b64 p, [%1], %2, 1000;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(ok) : "r"(smem(&bar[other])), "l"(state) : "memory");
            else asm volatile("{\n\t.reg .pred p;\n\tmbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], 0, 1000;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(ok) : "r"(smem(&bar[other])) : "memory");
        } while (!ok);
        v = v * 3 + s[(t + 4 + k) % b / 4 * 4 + other < b ? (t + 4 + k) % b / 4 * 4 + other : other];
    }
    out[LINEAR] = v;
}


extern "C" __global__ void __cluster_dims__(2, 1, 2) group_depth(u32* out) { __shared__ u32 sh[4]; report_group(out, sh); }

// After wait_group (not .read) the block may look at what has been stored.
extern "C" __global__ void store_then_look(const int* in, int* tmp, int* out)
{
    __shared__ __align__(128) int s[128];
    int t = TX, b = blockDim.x;
    for (int j = t; j < 128; j += b) s[j] = in[blockIdx.x * 128 + j] * 2;
    PROXY_FENCE();
    __syncthreads();
    if (t == 32 % b) {
        store_bulk(tmp + blockIdx.x * 128 + 64, s, 256);
        store_bulk(tmp + blockIdx.x * 128, s + 64, 256);
        COMMIT();
        DRAIN(0);
        asm volatile("fence.proxy.async;" ::: "memory");
    }
    __syncthreads();
    for (int j = t; j < 128; j += b) out[blockIdx.x * 128 + j] = tmp[blockIdx.x * 128 + j] + s[j];
}


// A gather of 16-byte pieces, one bulk copy a lane.
extern "C" __global__ void tiny_bulks(const int* in, const int* where, int* out)
{
    __shared__ __align__(16) int4 piece[64];
    __shared__ __align__(8) u64 bar;
    int t = TX, b = blockDim.x;
    if (t == 0) { bar_init(&bar, b); INIT_FENCE(); }
    __syncthreads();
    bar_expect(&bar, 16);
    load_bulk(&piece[t], in + 4 * where[LINEAR], 16, &bar);
    bar_wait(&bar, 0);
    int4 p = piece[(t + 1) % b], q = piece[b - 1 - t];
    out[LINEAR] = p.x * 8 + p.y * 4 + p.z * 2 + p.w - q.x + q.w;
}


// Heat on a plane: edges pushed into the neighbours' halos, blocks of any shape, cluster of 2 x 2.
extern "C" __global__ void __cluster_dims__(2, 2, 1) heat_push(const float* in, float* out, int steps)
{
    __shared__ float u[2][18][18];
    auto c = cg::this_cluster();
    int w = blockDim.x, h = blockDim.y, x = threadIdx.x + 1, y = threadIdx.y + 1;
    int bx = c.block_index().x, by = c.block_index().y;
    int col = blockIdx.x * w + x - 1, row = blockIdx.y * h + y - 1, at = row * gridDim.x * w + col;
    for (int i = threadIdx.y * w + threadIdx.x; i < 2 * 18 * 18; i += w * h) (&u[0][0][0])[i] = 0.f;
    __syncthreads();
    u[0][y][x] = in[at];
    c.sync();
    for (int k = 0; k < steps; k++) {
        int a = k & 1;
        float v = u[a][y][x];
        if (x == w && bx == 0) c.map_shared_rank(&u[a][0][0], 1 + 2 * by)[y * 18] = v;
        if (x == 1 && bx == 1) c.map_shared_rank(&u[a][0][0], 2 * by)[y * 18 + w + 1] = v;
        if (y == h && by == 0) c.map_shared_rank(&u[a][0][0], bx + 2)[x] = v;
        if (y == 1 && by == 1) c.map_shared_rank(&u[a][0][0], bx)[(h + 1) * 18 + x] = v;
        c.sync();
        u[a ^ 1][y][x] = 0.5f * v + 0.125f * (u[a][y - 1][x] + u[a][y + 1][x] + u[a][y][x - 1] + u[a][y][x + 1]);
        c.sync();
    }
    out[at] = u[steps & 1][y][x];
}


// The first so many threads of the block are producers, with plain stores as well.
extern "C" __global__ void pipeline_counted(const int* in, int* out, int batches)
{
    __shared__ int buf[2][64], note[2];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state, (size_t)64);
    if (block.thread_rank() < 64) {
        for (int i = 0; i < batches; i++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&buf[i & 1][TX], in + (blockIdx.x * batches + i) * 64 + TX, sizeof(int), pipe);
            if (TX == 5) note[i & 1] = i * i;
            pipe.producer_commit();
        }
    } else {
        int acc = 1;
        for (int i = 0; i < batches; i++) {
            pipe.consumer_wait();
            acc = (acc * 3 + buf[i & 1][(TX + i) & 63] - note[i & 1]) & 0xfffff;
            pipe.consumer_release();
        }
        out[blockIdx.x * (blockDim.x - 64) + TX - 64] = acc;
    }
}


// Waiting by parity; the even thread of a pair arrives for both once the warp has come together.
extern "C" __global__ void library_parity(const int* in, int* out, int rounds)
{
    __shared__ block_barrier bar;
    __shared__ int s[2][96];
    int t = TX, b = blockDim.x, acc = 0;
    if (t == 0) init(&bar, b);
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        s[k & 1][t] = in[LINEAR] - k;
        __syncwarp();
        if (t % 2 == 0) (void)bar.arrive(t + 1 < b ? 2 : 1);
        bar.wait_parity(k & 1);
        acc = (acc * 3 + s[k & 1][(t + 35) % b]) & 0xfffff;
    }
    out[LINEAR] = acc;
}


// Sort by counting the smaller keys, then each key goes to its place, wherever that is.
extern "C" __global__ void __cluster_dims__(3, 1, 1) rank_sort(const int* in, int* out)
{
    __shared__ int key[64], sorted[64];
    u32 t = TX, n = blockDim.x, r = ctarank(), place = 0;
    int k = in[LINEAR];
    key[t] = k;
    CLUSTER_SYNC();
    for (u32 q = 0; q < 3; q++) {
        u32 base = mapa(smem(key), q);
        for (u32 j = 0; j < n; j++) {
            int other;
            asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(other) : "r"(base + 4 * j) : "memory");
            place += other < k || (other == k && (q < r || (q == r && j < t)));
        }
    }
    asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(mapa(smem(&sorted[place % n]), place / n)), "r"(k) : "memory");
    CLUSTER_SYNC();
    out[LINEAR] = sorted[t];
}


// The same in 64 bits.
extern "C" __global__ void reduce_longs(const u64* in, u64* acc)
{
    __shared__ __align__(128) u64 s[32];
    int t = TX;
    if (t < 32) s[t] = in[blockIdx.x * 32 + t] * 1234567ull - 300000000ull;
    PROXY_FENCE();
    __syncthreads();
    if (t == 0) {
        REDUCE("add.u64", acc, s, 256);
        REDUCE("min.u64", acc + 32, s, 256);
        REDUCE("max.u64", acc + 64, s, 256);
        REDUCE("min.s64", acc + 96, s, 256);
        REDUCE("max.s64", acc + 128, s, 256);
        REDUCE("and.b64", acc + 160, s, 256);
        REDUCE("or.b64", acc + 192, s, 256);
        REDUCE("xor.b64", acc + 224, s, 128);
        COMMIT();
        DRAIN(0);
    }
}


// Everybody swaps a token with the mirror thread of the other block.
extern "C" __global__ void __cluster_dims__(2, 1, 1) swap_tokens(const int* in, int* out, int rounds)
{
    __shared__ int token[160];
    auto c = cg::this_cluster();
    u32 n = blockDim.x, other = c.block_rank() ^ 1;
    token[TX] = in[LINEAR];
    int held = (int)LINEAR;
    int* remote = c.map_shared_rank(token, other);
    for (int k = 0; k < rounds; k++) {
        c.sync();
        held = atomicExch(&remote[(n - 1 - TX + k) % n], held * 2 + k);
    }
    c.sync();
    out[LINEAR] = held;
    out[gridDim.x * n + LINEAR] = token[TX];
}


// Each warp stores for itself: its lane 0, its groups, no block barrier anywhere.
extern "C" __global__ void warps_store(const float* in, float* out, int rounds)
{
    __shared__ __align__(16) float buf[8][2][32];
    int w = TX / 32, l = TX % 32, warps = blockDim.x / 32, first = (blockIdx.x * warps + w) * rounds * 32;
    for (int k = 0; k < rounds; k++) {
        if (l == 0) DRAIN_READ(1);
        __syncwarp();
        buf[w][k & 1][l] = in[first + k * 32 + (l ^ 5)] * 0.5f;
        PROXY_FENCE();
        __syncwarp();
        if (l == 0) {
            store_bulk(out + first + k * 32, buf[w][k & 1], 64);
            store_bulk(out + first + k * 32 + 16, &buf[w][k & 1][16], 64);
            COMMIT();
        }
    }
    if (l == 0) DRAIN(0);
}

