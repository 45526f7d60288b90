// expect: correctness
// Nobody looks at the rows.

// TODO(1)
    if (col < N)
        C[row * ldc + col] = A[row * lda] * B[col];
