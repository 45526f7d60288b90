// expect: correctness
// gridDim says how many blocks there are; the size of a block is blockDim.

// TODO(1)
    int row = blockIdx.y * gridDim.y + threadIdx.y;
    int col = blockIdx.x * gridDim.x + threadIdx.x;
