// expect: correctness, hazards
// Each thread moves one element; three quarters of every tile are missing.

// TODO(2)
    if (row < rows && col < cols)
        tile[ty][tx] = in[row * cols + col];

// TODO(3)
    __syncthreads();
    if (out_row < cols && out_col < rows)
        out[out_row * rows + out_col] = tile[tx][ty];
