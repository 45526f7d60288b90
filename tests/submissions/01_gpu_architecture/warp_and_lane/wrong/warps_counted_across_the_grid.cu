// expect: correctness
// The lane is right, but warps are numbered through the grid; it shows only from the second block on.

#include <cooperative_groups.h>

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n) {
        warp[i] = i / WARP_SIZE;
        lane[i] = thread % WARP_SIZE;
    }
}
