// expect: correctness
// Takes a row of the block for a warp: true only where blockDim.x is 32.

// TODO(1)
    int thread = threadIdx.y + blockDim.y * threadIdx.z;

// TODO(2)
        warp[i] = thread;
        lane[i] = threadIdx.x;

// INSTEAD OF
constexpr int WARP_SIZE = 32;
// WRITE
