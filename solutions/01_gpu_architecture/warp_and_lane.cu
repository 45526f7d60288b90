// Who is in which warp? Every thread writes down the number of its warp within its block, and its lane in that warp.
// The block may have one, two or three dimensions; threads that own no element (i >= n) write nothing.

#include <cooperative_groups.h>

constexpr int WARP_SIZE = 32;

extern "C" __global__ void warp_and_lane(int* warp, int* lane, int n)
{
    // TODO(1): the number of this thread in its block, in the order in which the hardware numbers threads.
    // Write it for three dimensions: in a flat block threadIdx.z is 0 and blockDim.z is 1. (1 line)
    // BEGIN SOLUTION
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    // END SOLUTION
    // BEGIN STARTER
    //| int thread = threadIdx.x;
    // END STARTER

    // The element that this thread owns: its number in the whole grid, block after block. The library counts it.
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());

    if (i < n) {
        // TODO(2): its warp and its lane, from the number of the thread. (2 lines)
        // BEGIN SOLUTION
        warp[i] = thread / WARP_SIZE;
        lane[i] = thread % WARP_SIZE;
        // END SOLUTION
        // BEGIN STARTER
        //| warp[i] = 0;
        //| lane[i] = thread;
        // END STARTER
    }
}
