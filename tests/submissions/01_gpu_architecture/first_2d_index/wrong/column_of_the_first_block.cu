// expect: correctness
// blockIdx.x is left out: only the first columns are written, by many blocks.

// TODO(1)
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = threadIdx.x;
