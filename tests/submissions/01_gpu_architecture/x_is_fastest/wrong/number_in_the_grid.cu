// expect: correctness
// Counts the threads of the grid along x, as in one dimension: the offset of the block comes in twice.

// TODO(1)
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
