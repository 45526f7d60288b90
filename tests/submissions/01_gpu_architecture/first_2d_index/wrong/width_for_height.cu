// expect: correctness
// The row uses blockDim.x: right in square blocks only.

// TODO(1)
    int row = blockIdx.y * blockDim.x + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
