// expect: correctness
// Lets each row begin a new warp, as if short rows were filled up to 32: warps run on from row to row.

// TODO(1)
    int warps_a_row = (blockDim.x + WARP_SIZE - 1) / WARP_SIZE;
    int thread = threadIdx.x + warps_a_row * WARP_SIZE * (threadIdx.y + blockDim.y * threadIdx.z);
