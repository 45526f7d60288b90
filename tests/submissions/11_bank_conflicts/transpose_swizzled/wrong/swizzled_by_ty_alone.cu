// expect: correctness, hazards
// On the way in the row is ty + i, not ty: three quarters of the rows go by the order of another row.

// TODO(1)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols)
            tile[ty + i][tx ^ ty] = in[(row + i) * cols + col];
