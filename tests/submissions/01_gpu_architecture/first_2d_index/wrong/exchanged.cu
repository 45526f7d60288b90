// expect: correctness
// Row from x and column from y: the grid is as wide as the matrix, not as high, so a part is never written.

// TODO(1)
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
