// expect: correctness, hazards
// The tiles change places, but nothing turns inside them.

// TODO(3)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[ty + i][tx];
