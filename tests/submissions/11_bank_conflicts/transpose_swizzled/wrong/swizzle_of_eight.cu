// expect: shared_excess, shared_wavefronts
// A swizzle by the row modulo 8: eight banks share a column of 32, four elements each.

// TODO(1)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols)
            tile[ty + i][tx ^ (ty + i) % 8] = in[(row + i) * cols + col];

// TODO(2)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][(ty + i) ^ tx % 8];
