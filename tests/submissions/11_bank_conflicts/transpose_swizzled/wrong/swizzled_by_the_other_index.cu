// expect: correctness
// On the way out the swizzle takes ty + i for the row: there the row is tx, and the column is lost.

// TODO(2)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][tx ^ ty];
