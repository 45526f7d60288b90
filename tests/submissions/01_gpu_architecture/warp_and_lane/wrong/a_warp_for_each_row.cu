// expect: correctness
// Takes a row of the block for a warp: true only where blockDim.x is 32.

#include <cooperative_groups.h>

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int thread = threadIdx.y + blockDim.y * threadIdx.z;
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n) {
        warp[i] = thread;
        lane[i] = threadIdx.x;
    }
}
