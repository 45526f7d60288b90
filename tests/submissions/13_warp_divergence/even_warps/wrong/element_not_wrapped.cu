// expect: correctness
// Threads of the second warp go on to the next block's elements.

// TODO(1)
    int job = threadIdx.x / 32;
    int element = threadIdx.x;
