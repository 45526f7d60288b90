// expect: shared_excess, shared_wavefronts
// XOR with the number of the warp on both sides: the right element, and the same bank for all lanes as before.

// TODO(1)
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (row + i < rows && col < cols)
            tile[ty + i][tx ^ ty] = in[(row + i) * cols + col];

// TODO(2)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][(ty + i) ^ (tx % 8)];
