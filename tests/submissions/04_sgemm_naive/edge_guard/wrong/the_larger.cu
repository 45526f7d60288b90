// expect: correctness
// One limit for both directions: right for squares, and outside in one direction everywhere else.

// TODO(1)
    if (row < max(M, N) && col < max(M, N))
        C[row * ldc + col] = A[row * lda] * B[col];
