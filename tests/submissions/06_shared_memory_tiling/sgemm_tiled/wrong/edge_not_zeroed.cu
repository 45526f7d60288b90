// expect: correctness, hazards
// Outside the matrix nothing is stored: the tile keeps the last one's values, or none at all.

// TODO(1)
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        if (row < M && a_col < K)
            tile_a[ty][tx] = A[row * lda + a_col];
        if (b_row < K && col < N)
            tile_b[ty][tx] = B[b_row * ldb + col];
