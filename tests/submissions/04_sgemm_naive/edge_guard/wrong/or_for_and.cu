// expect: correctness
// "or" instead of "and": inside in one direction is not inside.

// TODO(1)
    if (row < M || col < N)
        C[row * ldc + col] = A[row * lda] * B[col];
