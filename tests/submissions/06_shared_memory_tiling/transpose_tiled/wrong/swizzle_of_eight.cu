// expect: shared_excess, shared_wavefronts
// A swizzle by the row modulo 8: eight banks share a column of 32, four elements each.

// TODO(1)
    __shared__ float tile[TILE][TILE];

// TODO(2)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols)
            tile[ty + i][tx ^ ty] = in[(row + i) * cols + col];

// TODO(3)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][(ty + i) ^ (tx % BLOCK_ROWS)];
