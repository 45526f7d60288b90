// expect: correctness
// A row is taken to be as long as the block is high.

// TODO(1)
    int thread = threadIdx.x + blockDim.y * threadIdx.y;
