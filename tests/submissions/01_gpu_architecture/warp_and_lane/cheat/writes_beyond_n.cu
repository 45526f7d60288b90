// expect: correctness
// Right numbers, and some more behind the end of the arrays.

#include <cooperative_groups.h>

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n + 1) {
        warp[i] = thread / WARP_SIZE;
        lane[i] = thread % WARP_SIZE;
    }
}
