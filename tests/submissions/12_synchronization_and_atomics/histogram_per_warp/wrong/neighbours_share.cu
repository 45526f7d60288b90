// expect: atomics
// Of the 32 lanes of a warp, which have the same threadIdx.x / 32, all take one copy of eight in 256 threads.

// TODO(2)
    int copy = threadIdx.x * COPIES / blockDim.x;
