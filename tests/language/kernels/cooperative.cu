// Cooperative groups: blocks, tiles of every size, coalesced threads, collectives.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__device__ int reduce_in_tile(cg::thread_block_tile<32> tile, int value) {
    for (int i = tile.size() / 2; i > 0; i /= 2) value += tile.shfl_down(value, i);
    return value;
}

extern "C" __global__ void block_sum_by_tiles(const int* in, int* out, int n) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    __shared__ int partial[32];
    int sum = 0;
    for (int i = block.thread_rank(); i < n; i += block.size()) sum += in[i];
    sum = reduce_in_tile(tile, sum);
    if (tile.thread_rank() == 0) partial[tile.meta_group_rank()] = sum;
    block.sync();
    if (tile.meta_group_rank() == 0) {
        sum = tile.thread_rank() < tile.meta_group_size() ? partial[tile.thread_rank()] : 0;
        sum = reduce_in_tile(tile, sum);
        if (tile.thread_rank() == 0) *out = sum;
    }
}

template <int SIZE>
__device__ void small_tiles(const int* in, int* out) {
    auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
    int v = in[threadIdx.x];
    for (int i = SIZE / 2; i > 0; i /= 2) v = max(v, tile.shfl_xor(v, i));
    out[threadIdx.x] = v * 100 + tile.thread_rank() + (tile.any(v > 95) ? 1000000 : 0) + (int)tile.ballot(v & 1) * 0
                     + __popc(tile.ballot(in[threadIdx.x] & 1)) * 10000;
}

extern "C" __global__ void tiles_of_sixteen(const int* in, int* out) { small_tiles<16>(in, out); }
extern "C" __global__ void tiles_of_eight(const int* in, int* out) { small_tiles<8>(in, out); }
extern "C" __global__ void tiles_of_four(const int* in, int* out) { small_tiles<4>(in, out); }
extern "C" __global__ void tiles_of_two(const int* in, int* out) { small_tiles<2>(in, out); }

extern "C" __global__ void coalesced_threads_of_a_branch(const int* in, int* out) {
    int v = in[threadIdx.x];
    if (v % 3 == 1) {
        cg::coalesced_group active = cg::coalesced_threads();
        int first = active.shfl(v, 0);
        active.sync();
        out[threadIdx.x] = active.thread_rank() + 100 * active.size() + 10000 * first;
    } else {
        out[threadIdx.x] = -1;
    }
}

extern "C" __global__ void aggregated_increment(const int* in, int* counter, int* out) {
    if (in[threadIdx.x] > 0) {
        auto g = cg::coalesced_threads();
        int base;
        if (g.thread_rank() == 0) base = atomicAdd(counter, g.size());
        out[g.shfl(base, 0) + g.thread_rank()] = in[threadIdx.x];
    }
}

extern "C" __global__ void reduce_collectives(const int* in, const float* f, int* out, float* fout) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto eight = cg::tiled_partition<8>(block);
    int v = in[threadIdx.x];
    int* row = out + 5 * threadIdx.x;
    row[0] = cg::reduce(warp, v, cg::plus<int>());
    row[1] = cg::reduce(warp, v, cg::greater<int>());
    row[2] = cg::reduce(warp, v, cg::bit_xor<int>());
    row[3] = cg::reduce(eight, v, cg::plus<int>());
    row[4] = cg::reduce(eight, v, [](int a, int b) { return a < b ? a : b; });
    fout[threadIdx.x] = cg::reduce(warp, f[threadIdx.x], cg::plus<float>());
}

extern "C" __global__ void scan_collectives(const int* in, int* out) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    out[2 * threadIdx.x] = cg::inclusive_scan(warp, in[threadIdx.x]);
    out[2 * threadIdx.x + 1] = cg::exclusive_scan(warp, in[threadIdx.x], cg::plus<int>());
}

extern "C" __global__ void group_geometry(int* out) {
    auto block = cg::this_thread_block();
    auto grid = cg::this_grid();
    auto tile = cg::tiled_partition<16>(block);
    dim3 b = block.group_index(), t = block.thread_index(), d = block.dim_threads();
    int* row = out + 8 * grid.thread_rank();
    row[0] = block.thread_rank();
    row[1] = b.x + 10 * b.y;
    row[2] = t.x + 100 * t.y;
    row[3] = d.x * d.y;
    row[4] = block.num_threads();
    row[5] = (int)grid.num_threads();
    row[6] = tile.meta_group_rank() * 100 + tile.meta_group_size();
    row[7] = (int)grid.block_rank() * 1000 + (int)grid.num_blocks();
}

extern "C" __global__ void nested_tiles(const int* in, int* out) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto four = cg::tiled_partition<4>(warp);
    int v = in[threadIdx.x] + four.shfl_up(in[threadIdx.x], 1);
    out[threadIdx.x] = warp.shfl(v, four.meta_group_rank() * 4) + four.match_any(v & 1) * 1000;
}

extern "C" __global__ void dynamic_partitions(const int* in, int* out) {
    auto block = cg::this_thread_block();
    auto group = cg::tiled_partition(block, 16);
    auto active = cg::coalesced_threads();
    auto labelled = cg::labeled_partition(active, in[threadIdx.x] % 3);
    auto binary = cg::binary_partition(active, in[threadIdx.x] > 50);
    out[threadIdx.x] = group.thread_rank() + 100 * labelled.size() + 10000 * binary.thread_rank();
}

extern "C" __global__ void copied_together(const int* in, int* out) {
    __shared__ int tile[128];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) tile[0] = 0;
    block.sync();
    for (int i = block.thread_rank(); i < 128; i += block.num_threads()) tile[i] = in[i];
    cg::sync(block);
    out[block.thread_rank()] = tile[127 - block.thread_rank()];
}

extern "C" __global__ void one_invokes(const int* in, int* out) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int value = 0;
    if (warp.thread_rank() == warp.num_threads() - 1) value = in[threadIdx.x];
    value = warp.shfl(value, warp.num_threads() - 1);
    cg::invoke_one(warp, [&] { out[warp.meta_group_rank()] = value; });
}

extern "C" __global__ void grid_wide_barrier(const int* in, int* middle, int* out) {
    auto grid = cg::this_grid();
    int i = (int)grid.thread_rank(), n = (int)grid.num_threads();
    middle[i] = in[i] + 1;
    grid.sync();
    out[i] = middle[n - 1 - i];
}
