// Data on its way: asynchronous copies in every form, stages, specialised warps, cache hints, vector moves.
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

// One stage, a float a thread.
extern "C" __global__ void async_scale(const float* in, float* out, float by) {
    __shared__ float s[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    __pipeline_memcpy_async(&s[threadIdx.x], &in[i], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[i] = by * s[127 - threadIdx.x];
}

// Three stages of eight-byte copies in a ring.
extern "C" __global__ void async_ring(const double* in, double* out, int rounds) {
    __shared__ double ring[3][64];
    double sum = 0;
    for (int r = 0; r < 2; ++r) {
        __pipeline_memcpy_async(&ring[r][threadIdx.x], in + r * 64 + threadIdx.x, 8);
        __pipeline_commit();
    }
    for (int r = 0; r < rounds; ++r) {
        if (r + 2 < rounds)
            __pipeline_memcpy_async(&ring[(r + 2) % 3][threadIdx.x], in + (r + 2) * 64 + threadIdx.x, 8);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += ring[r % 3][63 - threadIdx.x] * (r + 1);
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

// Sixteen bytes with the tail filled by zeros.
extern "C" __global__ void async_zero_fill(const float* in, float* out, int n) {
    __shared__ alignas(16) float s[256];
    int first = blockIdx.x * 256 + threadIdx.x * 4;
    int missing = first + 4 <= n ? 0 : first >= n ? 16 : (first + 4 - n) * 4;
    __pipeline_memcpy_async(&s[threadIdx.x * 4], &in[missing == 16 ? 0 : first], 16, missing);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += 64) out[blockIdx.x * 256 + i] = s[i] + 1.0f;
}

// By hand, in assembly: cp.async.ca of 4 bytes and cp.async.cg of 16.
__device__ __forceinline__ void copy_16(void* shared, const void* global) {
    unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(global));
}

extern "C" __global__ void async_assembly(const float4* a, const float* b, float* out) {
    __shared__ float4 sa[32];
    __shared__ float sb[128];
    copy_16(&sa[threadIdx.x], &a[threadIdx.x]);
    for (int k = 0; k < 4; ++k) {
        unsigned to = (unsigned)__cvta_generic_to_shared(&sb[k * 32 + threadIdx.x]);
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(b + k * 32 + threadIdx.x));
    }
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncwarp();
    float4 v = sa[31 - threadIdx.x];
    out[threadIdx.x] = v.x * sb[threadIdx.x * 4] + v.y * sb[threadIdx.x * 4 + 1] + v.z * sb[threadIdx.x * 4 + 2] +
                       v.w * sb[threadIdx.x * 4 + 3];
}

// A transposed tile by copies of four bytes: stores to shared memory in columns.
extern "C" __global__ void async_transpose(const int* in, int* out, int n) {
    __shared__ int tile[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    __pipeline_memcpy_async(&tile[x][y], &in[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[(blockIdx.x * 16 + y) * n + blockIdx.y * 16 + x] = tile[y][x];
}

// Only some lanes copy, from places that data names.
extern "C" __global__ void async_gather(const int2* table, const int* where, int2* out, int n) {
    __shared__ int2 s[64];
    s[threadIdx.x] = make_int2(-1, -1);
    __syncthreads();
    if (where[threadIdx.x] < n) __pipeline_memcpy_async(&s[threadIdx.x], &table[where[threadIdx.x]], 8);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = s[(threadIdx.x + 1) % 64];
}

// Loads into registers one tile ahead.
extern "C" __global__ void register_ahead(const float* in, float* out, int tiles) {
    __shared__ float s[64];
    float next = in[threadIdx.x], sum = 0;
    for (int t = 0; t < tiles; ++t) {
        s[threadIdx.x] = next;
        __syncthreads();
        if (t + 1 < tiles) next = in[(t + 1) * 64 + threadIdx.x];
        for (int k = 0; k < 8; ++k) sum += s[(threadIdx.x + k * 5) % 64];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

// Warp 0 loads, warp 1 computes, warp 2 stores; barriers of the whole block hand over.
extern "C" __global__ void specialised_warps(const int* in, int* out, int tiles) {
    __shared__ int loaded[2][32], computed[2][32];
    int role = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int step = 0; step < tiles + 2; ++step) {
        if (role == 0 && step < tiles) loaded[step % 2][lane] = in[step * 32 + lane];
        if (role == 1 && step >= 1 && step <= tiles) {
            int v = loaded[(step - 1) % 2][lane], w = loaded[(step - 1) % 2][31 - lane];
            computed[(step - 1) % 2][lane] = v * 3 + w;
        }
        if (role == 2 && step >= 2) out[(step - 2) * 32 + lane] = computed[step % 2][lane];
        __syncthreads();
    }
}

// Named barriers: producers arrive, consumers wait, twice a tile.
extern "C" __global__ void named_barriers(const int* in, int* out, int tiles) {
    __shared__ int s[64];
    bool producer = threadIdx.x < 64;
    int t = threadIdx.x % 64;
    for (int k = 0; k < tiles; ++k) {
        if (producer) {
            s[t] = in[k * 64 + t];
            asm volatile("bar.sync 1, 128;" ::: "memory");
            asm volatile("bar.sync 2, 128;" ::: "memory");
        } else {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            int v = s[63 - t];
            asm volatile("bar.sync 2, 128;" ::: "memory");
            out[k * 64 + t] = v + 1;
        }
    }
}

// Half of the block works at a time, each with its own named barrier.
extern "C" __global__ void halves_apart(const float* in, float* out) {
    __shared__ float s[2][64];
    int half = threadIdx.x / 64, t = threadIdx.x % 64;
    s[half][t] = in[threadIdx.x];
    asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
    for (int d = 32; d; d /= 2) {
        if (t < d) s[half][t] += s[half][t + d];
        asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
    }
    if (t == 0) out[half] = s[half][0];
}

// Cache hints of every kind.
extern "C" __global__ void cache_hints(const float4* a, const double* b, const int* c, float* out, int* kept) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = __ldcs(a + i);
    double d = __ldg(b + i);
    int k = __ldca(c + i) + __ldcg(c + i) + __ldcv(c + i);
    __stcs(out + i, v.x + v.y + v.z + v.w + (float)d);
    __stcg(kept + i, k);
}

// Assembly loads of two and four words without the first-level cache, stores of pairs.
extern "C" __global__ void assembly_vectors(const unsigned* in, unsigned* out) {
    unsigned a, b, c, d;
    const unsigned* p = in + threadIdx.x * 4;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p));
    asm volatile("st.global.v2.u32 [%0], {%1, %2};" ::"l"(out + threadIdx.x * 4), "r"(d), "r"(c) : "memory");
    asm volatile("st.global.wt.v2.u32 [%0], {%1, %2};" ::"l"(out + threadIdx.x * 4 + 2), "r"(b), "r"(a) : "memory");
}

// Volatile shared memory, a barrier after every step.
extern "C" __global__ void volatile_steps(const int* in, int* out) {
    volatile __shared__ int s[96];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int k = 1; k < 96; k *= 3) {
        int v = s[(t + k) % 96] + s[t];
        __syncthreads();
        s[t] = v;
        __syncthreads();
    }
    out[t] = s[t];
}

// Copies in units of the widest type that the arguments allow, through memcpy.
extern "C" __global__ void memcpy_blocks(const unsigned char* in, unsigned char* out) {
    __shared__ alignas(16) unsigned char s[32 * 20];
    unsigned char* mine = s + threadIdx.x * 20;
    memcpy(mine, in + threadIdx.x * 20, 20);
    __syncwarp();
    memcpy(out + threadIdx.x * 20, s + (31 - threadIdx.x) * 20, 20);
}

extern "C" __global__ void aligned_struct_copy(const int4* in, int4* out, const int* order) {
    struct alignas(16) Block { int v[8]; };
    __shared__ Block s[32];
    s[threadIdx.x] = reinterpret_cast<const Block*>(in)[threadIdx.x];
    __syncwarp();
    reinterpret_cast<Block*>(out)[threadIdx.x] = s[order[threadIdx.x] % 32];
}

// A whole row by a tile of the block: each tile of eight moves one row, rows of 24 bytes.
extern "C" __global__ void tiles_move_rows(const unsigned short* in, unsigned short* out, int rows) {
    __shared__ unsigned short s[16][12];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int r = tile.meta_group_rank();
    if (r < rows)
        for (int c = tile.thread_rank(); c < 12; c += 8) s[r][c] = in[r * 12 + c];
    tile.sync();
    if (r < rows)
        for (int c = tile.thread_rank(); c < 12; c += 8) out[r * 12 + c] = s[r][11 - c];
}

// Blocks read one another's results of the launch before: grid-stride ping-pong between two halves of one array.
extern "C" __global__ void halves_ping_pong(float* data, int n, int turn) {
    const float* from = data + (turn ? n : 0);
    float* to = data + (turn ? 0 : n);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        to[i] = 0.5f * (from[i ? i - 1 : n - 1] + from[(i + 1) % n]);
}
