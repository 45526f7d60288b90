// expect: correctness
// Knows only one dimension: all rows of a block seem to sit in the same warp.

// TODO(1)
    int thread = threadIdx.x;
