// expect: correctness
// NaN in every element: a comparison written the wrong way round would let it pass.

// TODO(2)
    __syncthreads();
    for (int i = 0; i < TILE; i += BLOCK_ROWS)
        if (out_row + i < cols && out_col < rows)
            out[(out_row + i) * rows + out_col] = __int_as_float(0x7fffffff);
