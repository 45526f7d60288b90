// expect: correctness, hazards
// Taken out with a swizzle, put in without.

// TODO(1)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols)
            tile[ty + i][tx] = in[(row + i) * cols + col];
