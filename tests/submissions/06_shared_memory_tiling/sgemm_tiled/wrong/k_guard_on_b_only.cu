// expect: correctness
// B is zero beyond K, so A "cannot matter" there; but its last row is read past its end.

// TODO(1)
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        tile_a[ty][tx] = row < M ? A[row * lda + a_col] : 0.0f;
        tile_b[ty][tx] = b_row < K && col < N ? B[b_row * ldb + col] : 0.0f;
