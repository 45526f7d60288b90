// expect: correctness, hazards
// Put in with a swizzle, taken out without: every row comes back in another order.

// TODO(2)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = tile[tx][ty + i];
