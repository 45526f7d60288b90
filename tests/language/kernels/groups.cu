// Cooperative groups, the rest: large tiles, partitions by labels, scans with operators, copies, ranks of the grid.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/pipeline>
#include <cuda/std/utility>
namespace cg = cooperative_groups;

// The same reduction for every group type: generic code as libraries write it.
template <typename Group>
__device__ int sum_of(Group group, int* scratch, int value) {
    const int lane = group.thread_rank();
    for (int i = group.size() / 2; i > 0; i /= 2) {
        scratch[lane] = value;
        group.sync();
        if (lane < i) value += scratch[lane + i];
        group.sync();
    }
    return value;
}

extern "C" __global__ void sums_of_any_group(const int* in, int* blocks, int* tiles) {
    __shared__ int scratch[64];
    auto block = cg::this_thread_block();
    int s = sum_of(block, scratch, in[block.thread_rank()]);
    if (block.thread_rank() == 0) *blocks = s;
    block.sync();
    auto tile = cg::tiled_partition<16>(block);
    s = sum_of(tile, scratch + tile.meta_group_rank() * 16, in[block.thread_rank()]);
    if (tile.thread_rank() == 0) tiles[tile.meta_group_rank()] = s;
}

extern "C" __global__ void labelled_histogram(const int* in, int* bins) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto same = cg::labeled_partition(warp, in[threadIdx.x] & 7);
    if (same.thread_rank() == 0) atomicAdd(&bins[in[threadIdx.x] & 7], same.num_threads());
}

extern "C" __global__ void binary_parts(const int* in, int* out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    auto part = cg::binary_partition(tile, in[threadIdx.x] % 2 == 1);
    int sum = cg::reduce(part, in[threadIdx.x], cg::plus<int>());
    int most = cg::reduce(part, in[threadIdx.x], cg::greater<int>());
    out[threadIdx.x] = sum * 1000 + most * 10 + part.meta_group_rank() + 2 * (part.meta_group_size() == 2);
}

extern "C" __global__ void reductions_of_coalesced(const int* in, int* out, float* floats) {
    out[threadIdx.x] = 0;
    floats[threadIdx.x] = 0;
    if (in[threadIdx.x] % 3) {
        auto active = cg::coalesced_threads();
        out[threadIdx.x] = cg::reduce(active, in[threadIdx.x], cg::less<int>()) * 1000 + cg::inclusive_scan(active, 1);
        floats[threadIdx.x] = cg::reduce(active, 0.5f * in[threadIdx.x], cg::plus<float>());
    }
}

struct Affine {
    int a, b;  // x -> a x + b
};

extern "C" __global__ void reductions_of_structs(const int* in, Affine* out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    Affine mine{in[threadIdx.x] % 3 + 1, in[threadIdx.x]};
    out[threadIdx.x] = cg::inclusive_scan(tile, mine, [](Affine then, Affine first) {  // the scan hands over its own part first
        return Affine{first.a * then.a, then.a * first.b + then.b};
    });
}

extern "C" __global__ void scans_of_every_kind(const int* in, int* out) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto four = cg::tiled_partition<4>(warp);
    int v = in[threadIdx.x], *o = out + threadIdx.x * 4;
    o[0] = cg::inclusive_scan(warp, v, cg::bit_xor<int>());
    o[1] = cg::exclusive_scan(four, v);
    o[2] = cg::inclusive_scan(four, v, cg::greater<int>());
    o[3] = cg::exclusive_scan(warp, (unsigned)v, cg::bit_or<unsigned>());
}

extern "C" __global__ void reserved_space(const int* in, int* counter, int* out) {
    auto active = cg::coalesced_threads();
    cuda::atomic_ref<int, cuda::thread_scope_device> next(*counter);
    int wanted = in[threadIdx.x] % 4;
    int at = cg::exclusive_scan_update(active, next, wanted, cg::plus<int>());
    for (int i = 0; i < wanted; ++i) out[at + i] = threadIdx.x;
}

extern "C" __global__ void asynchronous_copies(const int* in, int* out, int n) {
    extern __shared__ int tile[];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof(int) * n);
    cg::wait(block);
    for (int i = block.thread_rank(); i < n; i += block.size()) out[i] = tile[n - 1 - i];
}

extern "C" __global__ void copies_in_stages(const int4* in, int* out, int stages) {
    __shared__ int4 tile[2][32];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile[0], in, cuda::aligned_size_t<16>(sizeof(tile[0])));
    int sum = 0;
    for (int s = 0; s < stages; ++s) {
        if (s + 1 < stages) {
            cg::memcpy_async(block, tile[(s + 1) & 1], in + (s + 1) * 32, cuda::aligned_size_t<16>(sizeof(tile[0])));
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        int4 v = tile[s & 1][31 - block.thread_rank()];
        sum += v.x + 2 * v.y + 3 * v.z + 4 * v.w;
        block.sync();
    }
    out[block.thread_rank()] = sum;
}

// Tiles larger than a warp exchange through memory that the block sets aside for them.
extern "C" __global__ void tiles_of_two_warps(const int* in, int* out) {
    __shared__ cg::block_tile_memory<128> room;
    auto block = cg::this_thread_block(room);
    auto tile = cg::tiled_partition<64>(block);
    int sum = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
    out[threadIdx.x] = sum * 10 + tile.meta_group_rank() + (tile.any(in[threadIdx.x] == 5) ? 5 : 0);
}

extern "C" __global__ void ranks_of_the_grid(int* out) {
    auto grid = cg::this_grid();
    auto block = cg::this_thread_block();
    int i = static_cast<int>(grid.thread_rank());
    dim3 g = grid.dim_blocks(), at = grid.block_index();
    out[i] = static_cast<int>(grid.size()) + 1000 * block.group_dim().y + 10000 * (g.x * at.y + at.x == grid.block_rank());
}

extern "C" __global__ void shuffles_of_structs(const double* in, double* out) {
    struct Wide {
        double a;
        int b;
        short c;
    };
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    Wide mine{in[threadIdx.x], (int)threadIdx.x, (short)(threadIdx.x * 2)};
    Wide other = tile.shfl_xor(mine, 5);
    Wide first = tile.shfl(mine, 0);
    out[threadIdx.x] = other.a + other.b + other.c + first.a;
}

extern "C" __global__ void votes_of_tiles(const int* in, unsigned* out) {
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    int v = in[threadIdx.x];
    unsigned* o = out + threadIdx.x * 4;
    o[0] = tile.match_any(v % 3);
    int all_equal = 0;
    o[1] = tile.match_all(v / 50, all_equal) + 100 * (all_equal != 0);
    o[2] = tile.all(v > 10) + 2 * tile.any(v > 90);
    o[3] = tile.ballot(v & 1);
}

extern "C" __global__ void one_broadcasts(const int* in, int* out) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int lucky = cg::invoke_one_broadcast(warp, [&] { return in[blockIdx.x] * 3; });
    out[blockIdx.x * 32 + threadIdx.x] = lucky + threadIdx.x;
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster_groups(int* out) {
    auto cluster = cg::this_cluster();
    out[blockIdx.x] = cluster.block_rank();
}

extern "C" __global__ void block_barrier_in_two_parts(const int* in, int* out) {
    __shared__ int values[64];
    auto block = cg::this_thread_block();
    values[threadIdx.x] = in[threadIdx.x];
    auto token = block.barrier_arrive();
    int own = 2 * in[threadIdx.x];
    block.barrier_wait(cuda::std::move(token));
    out[threadIdx.x] = own + values[63 - threadIdx.x];
}
