// expect: correctness
// The thread's number in the block for its lane: right in the first warp only.

// INSTEAD OF
    int group = threadIdx.x % 32 / 4;     // 8 groups of 4 lanes
// WRITE
    int group = threadIdx.x / 4;
