// expect: correctness
// Warps counted from 1; every index into an array of one entry a warp would then miss the first.

#include <cooperative_groups.h>

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n) {
        warp[i] = thread / WARP_SIZE + 1;
        lane[i] = thread % WARP_SIZE;
    }
}
