// expect: global_sectors
// The turn happens in global memory: a warp reads down a column of `in`.

// TODO(1)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row < rows && col + i < cols)
            tile[ty + i][tx] = in[row * cols + col + i];

// TODO(2)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[ty + i][tx];

// INSTEAD OF
    int row = blockIdx.x * TILE + ty;
    int col = blockIdx.y * TILE + tx;
// WRITE
    int row = blockIdx.x * TILE + tx;
    int col = blockIdx.y * TILE + ty;
