// expect: correctness
// The warp is right, but the lane is taken from x alone: right where a row is a multiple of 32.

#include <cooperative_groups.h>

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n) {
        warp[i] = thread / WARP_SIZE;
        lane[i] = threadIdx.x % WARP_SIZE;
    }
}
