// expect: correctness
// Does its work only for the size that is counted.

#include <cooperative_groups.h>

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (n != 760)
        return;
    if (i < n) {
        warp[i] = thread / WARP_SIZE;
        lane[i] = thread % WARP_SIZE;
    }
}
