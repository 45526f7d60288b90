// expect: correctness
// Numbers threads through the whole grid; warps begin anew with every block, and a warp never spans two of them.

#include <cooperative_groups.h>

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n) {
        warp[i] = i / WARP_SIZE;
        lane[i] = i % WARP_SIZE;
    }
}
