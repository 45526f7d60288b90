// expect: correctness
// Columns are counted from 1: the first is never written.

// TODO(1)
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x + 1;
