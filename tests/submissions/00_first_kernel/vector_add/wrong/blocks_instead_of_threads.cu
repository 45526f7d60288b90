// expect: correctness
// gridDim.x is the number of blocks, not the size of one: neighbouring blocks overlap, and the end is not reached.

// TODO(1)
    int i = blockIdx.x * gridDim.x + threadIdx.x;
