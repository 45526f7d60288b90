// expect: correctness, hazards
// The position of the block is forgotten: every block computes the first tile, and they all write it.

// TODO(1)
    int row = t / TILE;
    int col = t % TILE;
