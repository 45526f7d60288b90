// expect: correctness
// One block has one warp, says this kernel: right for small blocks only.

#include <cooperative_groups.h>

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n) {
        warp[i] = 0;
        lane[i] = thread % WARP_SIZE;
    }
}
