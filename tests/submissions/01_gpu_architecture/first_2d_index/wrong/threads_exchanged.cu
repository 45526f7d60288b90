// expect: correctness
// The blocks are right, but in a block x counts rows: right in a square block, though expensive, and wrong in one of 8 x 4.

// TODO(1)
    int row = blockIdx.y * blockDim.y + threadIdx.x;
    int col = blockIdx.x * blockDim.x + threadIdx.y;
