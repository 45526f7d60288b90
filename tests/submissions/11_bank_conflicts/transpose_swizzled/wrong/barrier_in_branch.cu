// expect: hazards
// Only threads inside `in` reach the barrier; on a ragged edge some of a block never do.

// TODO(2)
    if (row < rows && col < cols)
        __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][(ty + i) ^ tx];
