// Cooperative groups: tiles, coalesced threads, a grid and a cluster.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void k(int* i)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int value = tile.shfl_down(i[threadIdx.x], 2);
    if (value > 3) {
        auto some = cg::coalesced_threads();
        value = some.shfl(value, 0) + some.size();
    }
    i[threadIdx.x] = value;
    cg::this_grid().sync();
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) of_two(int* i)
{
    __shared__ int own[32];
    auto cluster = cg::this_cluster();
    own[threadIdx.x] = i[threadIdx.x];
    cluster.sync();
    i[threadIdx.x] = *cluster.map_shared_rank(&own[threadIdx.x], cluster.block_rank() ^ 1);
    cluster.sync();
}
