// expect: correctness
// A block is taken for a thread: one element for each block.

// TODO(1)
    int row = blockIdx.y;
    int col = blockIdx.x;
