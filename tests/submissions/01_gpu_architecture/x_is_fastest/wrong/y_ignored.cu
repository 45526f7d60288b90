// expect: correctness
// Only threadIdx.x: all rows of a block do the work of the first one.

// TODO(1)
    int thread = threadIdx.x;
