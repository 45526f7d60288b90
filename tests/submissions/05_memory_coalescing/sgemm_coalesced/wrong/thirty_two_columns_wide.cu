// expect: correctness, hazards
// One warp, one row of 32 columns: fine for coalescing, but these tiles of 8 x 32 are not those of the grid.

// TODO(1)
    int row = blockIdx.y * TILE + t / 32;
    int col = blockIdx.x * TILE + t % 32;
