// expect: correctness
// Lets each row begin a new warp, as if short rows were filled up to 32: warps run on from row to row.

#include <cooperative_groups.h>

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int warps_a_row = (blockDim.x + WARP_SIZE - 1) / WARP_SIZE;
    int thread = threadIdx.x + warps_a_row * WARP_SIZE * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n) {
        warp[i] = thread / WARP_SIZE;
        lane[i] = thread % WARP_SIZE;
    }
}
