// expect: correctness
// y first, but with steps of the width: numbers beyond the block.

// TODO(1)
    int thread = threadIdx.y + blockDim.x * threadIdx.x;
