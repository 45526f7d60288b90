// expect: hazards
// A warp reads a column whose elements seven other warps are still storing.

// TODO(2)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][(ty + i) ^ tx];
