// expect: correctness, hazards
// Divides by 8: the block covers 32 rows of 8 columns, but the grid was made for tiles of 16 x 16. Some elements have
// two threads.

// TODO(1)
    int row = blockIdx.y * TILE + t / 8;
    int col = blockIdx.x * TILE + t % 8;
