// expect: correctness
// x runs over rows and y over columns, as in a formula (i, j): right only where the grid is square.

// TODO(1)
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
