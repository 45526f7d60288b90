// expect: correctness, hazards
// Every warp of a block makes the same tile.

// INSTEAD OF
    int col = (blockIdx.x * (blockDim.x / 32) + warp) * TILE;
// WRITE
    int col = blockIdx.x * TILE + warp * 0;
