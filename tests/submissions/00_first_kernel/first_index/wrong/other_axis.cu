// expect: correctness
// threadIdx.y is 0 in a block of one dimension.

// TODO(1)
    int i = threadIdx.y;
