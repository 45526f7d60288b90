// expect: correctness, hazards
// Rows of `out` are taken to be cols long: right only for square matrices; otherwise blocks write over each other.

// TODO(3)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * cols + out_col] = tile[tx][ty + i];
