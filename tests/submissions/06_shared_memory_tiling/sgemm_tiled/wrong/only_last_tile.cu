// expect: correctness
// The sum starts again with every tile.

// TODO(1)
        sum = 0.0f;
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        tile_a[ty][tx] = row < M && a_col < K ? A[row * lda + a_col] : 0.0f;
        tile_b[ty][tx] = b_row < K && col < N ? B[b_row * ldb + col] : 0.0f;

// INSTEAD OF
    float sum = 0.0f;
// WRITE
    float sum;
