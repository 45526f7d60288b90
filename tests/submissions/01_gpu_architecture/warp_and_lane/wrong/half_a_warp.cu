// expect: correctness
// Cuts off sixteen at a time: half-warps were a unit of memory access on the first CUDA GPUs only.

#include <cooperative_groups.h>

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n) {
        warp[i] = thread / 16;
        lane[i] = thread % 16;
    }
}
