// expect: resources
// Padding cures the conflict, but takes 128 bytes that are not there.

// TODO(1)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols)
            tile[ty + i][tx] = in[(row + i) * cols + col];

// TODO(2)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][ty + i];

// INSTEAD OF
    __shared__ float tile[TILE][TILE];
// WRITE
    __shared__ float tile[TILE][TILE + 1];
