// expect: correctness
// Rounds the limits up to whole blocks, as the grid does.

// TODO(1)
    if (row < (M + 15) / 16 * 16 && col < (N + 15) / 16 * 16)
        C[row * ldc + col] = A[row * lda] * B[col];
