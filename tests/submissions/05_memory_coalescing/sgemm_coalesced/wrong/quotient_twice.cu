// expect: correctness
// Row and column are both the quotient: only the diagonal of each tile is computed.

// TODO(1)
    int row = blockIdx.y * TILE + t / TILE;
    int col = blockIdx.x * TILE + t / TILE;
