// expect: correctness
// No guards: right for multiples of 32, out of bounds elsewhere.

// TODO(2)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        tile[ty + i][tx] = in[(row + i) * cols + col];

// TODO(3)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        out[(out_row + i) * rows + out_col] = tile[tx][ty + i];
