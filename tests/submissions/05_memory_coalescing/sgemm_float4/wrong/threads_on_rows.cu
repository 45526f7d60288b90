// expect: correctness
// Takes threadIdx.x and blockIdx.x for the row: with this grid only square matrices are covered.

// INSTEAD OF
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
// WRITE
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
