// expect: correctness, hazards
// The store is guarded by the extents of `in`: right only for square matrices.

// TODO(2)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < rows && out_col < cols)
            out[(out_row + i) * rows + out_col] = tile[tx][(ty + i) ^ tx];
