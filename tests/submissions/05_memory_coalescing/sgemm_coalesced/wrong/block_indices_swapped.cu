// expect: correctness
// blockIdx.x is taken for the row of tiles: right only where C is square.

// TODO(1)
    int row = blockIdx.x * TILE + t / TILE;
    int col = blockIdx.y * TILE + t % TILE;
