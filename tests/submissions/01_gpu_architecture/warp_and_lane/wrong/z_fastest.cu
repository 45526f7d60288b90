// expect: correctness
// Counts z first, then y, then x: the order in which nested loops are written, not the one in which threads are numbered.

#include <cooperative_groups.h>

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int thread = threadIdx.z + blockDim.z * (threadIdx.y + blockDim.y * threadIdx.x);
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n) {
        warp[i] = thread / WARP_SIZE;
        lane[i] = thread % WARP_SIZE;
    }
}
