// expect: shared_excess, shared_wavefronts
// The column walk moved from the loads to the stores, and the conflict with it.

// TODO(1)
    __shared__ float tile[TILE][TILE];

// TODO(2)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols)
            tile[tx][ty + i] = in[(row + i) * cols + col];

// TODO(3)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[ty + i][tx];
