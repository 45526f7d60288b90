// expect: correctness
// Columns end at the leading dimension: what lies behind a row is written.

// TODO(1)
    if (row < M && col < ldc)
        C[row * ldc + col] = A[row * lda] * B[col];
