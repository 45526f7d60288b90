// expect: correctness
// Blocks are numbered by gridDim.y for gridDim.x: right where there is one row of blocks, or as many as columns.

// INSTEAD OF
    int number = blockIdx.y * gridDim.x + blockIdx.x;
// WRITE
    int number = blockIdx.y * gridDim.y + blockIdx.x;
