// expect: correctness
// blockIdx.x is the same for all threads of a block.

// TODO(1)
    int i = blockIdx.x;
