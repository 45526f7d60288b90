// expect: correctness
// The last element is skipped: a check by samples would miss it.

#include <cooperative_groups.h>

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n - (n > 1)) {
        warp[i] = thread / WARP_SIZE;
        lane[i] = thread % WARP_SIZE;
    }
}
