// expect: correctness
// Loads without guards: right for multiples of 16, out of bounds elsewhere.

// TODO(1)
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        tile_a[ty][tx] = A[row * lda + a_col];
        tile_b[ty][tx] = B[b_row * ldb + col];
