// expect: atomics
// Each warp has a copy, and all its 32 lanes still meet in one word of it.

// TODO(2)
    int copy = threadIdx.x / 32 % COPIES;
