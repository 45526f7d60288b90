// expect: correctness, hazards
// | sends many columns to one place; ^ gives every column a place of its own.

// TODO(1)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols)
            tile[ty + i][tx | (ty + i)] = in[(row + i) * cols + col];

// TODO(2)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][(ty + i) | tx];
