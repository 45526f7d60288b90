// expect: correctness
// One output in a hundred is skipped: a check by samples would miss it.

// TODO(3)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < (cols > 1 ? cols - 1 : 1) && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][ty + i];
