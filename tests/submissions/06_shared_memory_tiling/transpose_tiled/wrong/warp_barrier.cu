// expect: hazards
// __syncwarp orders the 32 threads of one warp; a column was stored by eight.

// TODO(3)
    __syncwarp();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][ty + i];
