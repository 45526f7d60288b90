// HGEMM as Hopper wants it, to be read: C (float) = A B of halves, row-major, by wgmma and TMA. Not written by students.
// A block of three warpgroups makes tiles of 128 x 256 of C in steps of 64 along K. The first warpgroup is the producer:
// one thread of it asks TMA for boxes of A and B, four stages ahead. The other two multiply 64 x 256 each. Two mbarriers a
// stage keep them apart: `full` counts bytes that come, `empty` counts consumers that have read.
// Two blocks below each other are a cluster: each fetches one half of the tile of B, for both.
// M a multiple of 256, N of 256, K of 64. Grid 132 (one block for each multiprocessor), block 384. For sm_90a.

#include <cuda_fp16.h>

typedef unsigned u32;
typedef unsigned long long u64;
struct alignas(64) TensorMap { u64 words[16]; };    // a CUtensorMap

constexpr int BM = 128, BN = 256, BK = 64, STAGES = 4, CLUSTER = 2, GROUP = 16;
constexpr int A_BYTES = BM * BK * 2, B_BYTES = BK * BN * 2, STAGE = A_BYTES + B_BYTES;
constexpr int BOX_BYTES = 64 * BK * 2;    // of a box of B: 64 rows of 64 columns, 128 bytes, as wide as the swizzle

__device__ void init(u32 barrier, int arrivals)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(barrier), "r"(arrivals) : "memory");
}

// This thread arrives, and the phase also waits for so many bytes.
__device__ void expect(u32 barrier, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r"(barrier), "r"(bytes) : "memory");
}

// Arrives at the same barrier of a block of the cluster.
__device__ void arrive(u32 barrier, u32 rank)
{
    asm volatile("{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; "
                 "mbarrier.arrive.shared::cluster.b64 _, [there]; }" :: "r"(barrier), "r"(rank) : "memory");
}

// Waits for a phase. With .acquire.cluster here the compiler would throw away L1 at each wait (CCTL.IVALL).
__device__ void wait(u32 barrier, int parity)
{
    asm volatile("{ .reg .pred over; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1; @!over bra AGAIN; }"
                 :: "r"(barrier), "r"(parity) : "memory");
}

__device__ void copy_box(u32 to, const TensorMap* map, u32 barrier, int col, int row)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];"
                 :: "r"(to), "l"(map), "r"(barrier), "r"(col), "r"(row) : "memory");
}

// To the same place in all blocks of the cluster, each of which counts the bytes.
__device__ void copy_box_to_all(u32 to, const TensorMap* map, u32 barrier, int col, int row)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                 "[%0], [%1, {%3, %4}], [%2], %5;"
                 :: "r"(to), "l"(map), "r"(barrier), "r"(col), "r"(row), "h"((unsigned short)((1 << CLUSTER) - 1))
                 : "memory");
}

// What wgmma reads: where a tile begins, and how far its blocks of 8 rows by 128 bytes, swizzled, lie apart.
__device__ u64 descriptor(u32 address, int across, int down)
{
    return (u64)(address >> 4 & 0x3FFF) | (u64)(across >> 4) << 16 | (u64)(down >> 4) << 32 | (u64)1 << 62;
}

#define EIGHT(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), \
                 "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define THIRTY_TWO(i) EIGHT(i), EIGHT(i + 8), EIGHT(i + 16), EIGHT(i + 24)

// d (64 x 256) += a (64 x 16) times b (16 x 256), by the 128 threads of a warpgroup. b lies with its columns neighbours.
__device__ void multiply(float (&d)[128], u64 a, u64 b)
{
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {"
        "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
        "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
        "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "
        "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "
        "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "
        "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "
        "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
        "}, %128, %129, 1, 1, 1, 0, 1;"
        : THIRTY_TWO(0), THIRTY_TWO(32), THIRTY_TWO(64), THIRTY_TWO(96) : "l"(a), "l"(b));
}

// Where the n-th tile lies: in groups of GROUP rows of tiles, down and then across.
__device__ void place(int n, int rows, int cols, int& row, int& col)
{
    int first = n / (GROUP * cols) * GROUP, in_group = min(rows - first, GROUP), rest = n % (GROUP * cols);
    row = (first + rest % in_group) * BM;
    col = rest / in_group * BN;
}

extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(384, 1)
hgemm_wgmma(const __grid_constant__ TensorMap map_a, const __grid_constant__ TensorMap map_b, float* __restrict__ C,
            int M, int N, int K, int ldc)
{
    extern __shared__ unsigned char tiles[];
    __shared__ __align__(8) u64 full[STAGES], empty[STAGES];
    u32 stages = (u32)__cvta_generic_to_shared(tiles) + 1023 & ~1023u;    // the swizzle's pattern is 1,024 bytes long
    u32 is_full = (u32)__cvta_generic_to_shared(full), is_empty = (u32)__cvta_generic_to_shared(empty);
    u32 rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    int rows = M / BM, cols = N / BN, steps = K / BK, warpgroup = threadIdx.x / 128;

    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; ++s) {
            init(is_full + 8 * s, 1);
            init(is_empty + 8 * s, 2 * CLUSTER);    // the consumers of both blocks: a copy may go to both
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");

    int stage = 0;
    if (warpgroup == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");    // registers for those who need them
        int parity = 1;    // the first wait for an empty stage is over at once
        for (int n = blockIdx.x; threadIdx.x == 0 && n < rows * cols; n += gridDim.x) {
            int row, col;
            place(n, rows, cols, row, col);
            for (int step = 0; step < steps; ++step) {
                u32 barrier = is_full + 8 * stage, to = stages + stage * STAGE;
                wait(is_empty + 8 * stage, parity);
                expect(barrier, STAGE);
                copy_box(to, &map_a, barrier, step * BK, row);
                for (int i = 0; i < 4 / CLUSTER; ++i) {
                    int box = rank * (4 / CLUSTER) + i;
                    copy_box_to_all(to + A_BYTES + box * BOX_BYTES, &map_b, barrier, col + box * 64, step * BK);
                }
                stage = (stage + 1) % STAGES;
                parity ^= stage == 0;
            }
        }
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        int parity = 0, half = warpgroup - 1, in_group = threadIdx.x % 128, lane = threadIdx.x % 32;
        for (int n = blockIdx.x; n < rows * cols; n += gridDim.x) {
            int row, col, before = -1;
            place(n, rows, cols, row, col);
            float d[128] = {};
            for (int step = 0; step < steps; ++step) {
                u32 tile_a = stages + stage * STAGE + half * 64 * BK * 2, tile_b = stages + stage * STAGE + A_BYTES;
                wait(is_full + 8 * stage, parity);
                asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
                for (int k = 0; k < BK; k += 16)
                    multiply(d, descriptor(tile_a + k * 2, 16, 1024), descriptor(tile_b + k * 128, BOX_BYTES, 1024));
                asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 1;" ::: "memory");
                if (before >= 0 && in_group < CLUSTER)    // the products of the step before are done: its stage is free
                    arrive(is_empty + 8 * before, in_group);
                before = stage;
                stage = (stage + 1) % STAGES;
                parity ^= stage == 0;
            }
            asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
            if (in_group < CLUSTER)
                arrive(is_empty + 8 * before, in_group);
            float* to = C + (row + half * 64 + in_group / 32 * 16 + lane / 4) * ldc + col + lane % 4 * 2;
#pragma unroll
            for (int j = 0; j < 32; ++j) {
                *reinterpret_cast<float2*>(to + j * 8) = float2{d[4 * j], d[4 * j + 1]};
                *reinterpret_cast<float2*>(to + 8 * ldc + j * 8) = float2{d[4 * j + 2], d[4 * j + 3]};
            }
        }
    }
    // No block may end while the other still sends to it.
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
