// expect: correctness
// blockIdx.x counts rows and blockIdx.y columns: right only where the grid is square.

// INSTEAD OF
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
// WRITE
    int row = blockIdx.x * TILE + ty;
    int col = blockIdx.y * TILE + tx;
