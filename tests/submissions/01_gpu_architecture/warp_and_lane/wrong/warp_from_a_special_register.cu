// expect: correctness
// %warpid is the place of the warp on its SM, where other blocks have warps too: it is no number within the block.

#include <cooperative_groups.h>

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int place;
    asm("mov.u32 %0, %%warpid;" : "=r"(place));
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());
    if (i < n) {
        warp[i] = place;
        lane[i] = thread % 32;
    }
}
