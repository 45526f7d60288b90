// expect: correctness
// Nobody looks at the columns: what lies behind a row is written.

// TODO(1)
    if (row < M)
        C[row * ldc + col] = A[row * lda] * B[col];
