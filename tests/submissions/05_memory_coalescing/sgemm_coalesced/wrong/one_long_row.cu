// expect: correctness
// Takes the block for 256 columns of one row, as in a kernel on a vector.

// TODO(1)
    int row = blockIdx.y;
    int col = blockIdx.x * blockDim.x + t;
