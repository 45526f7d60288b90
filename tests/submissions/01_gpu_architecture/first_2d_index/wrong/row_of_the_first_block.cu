// expect: correctness
// blockIdx.y is left out: only the first rows are written, by many blocks.

// TODO(1)
    int row = threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
