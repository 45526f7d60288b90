// expect: global_sectors
// Quotient and remainder exchanged: every element is right, but a warp owns sixteen rows of two columns, 17 sectors
// for each k.

// TODO(1)
    int row = blockIdx.y * TILE + t % TILE;
    int col = blockIdx.x * TILE + t / TILE;
