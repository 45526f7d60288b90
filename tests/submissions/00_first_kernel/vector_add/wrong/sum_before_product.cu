// expect: correctness
// Brackets in the wrong place: the block and the thread are added before they are scaled.

// TODO(1)
    int i = (blockIdx.x + threadIdx.x) * blockDim.x;
