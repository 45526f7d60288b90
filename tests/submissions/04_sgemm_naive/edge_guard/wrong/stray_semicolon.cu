// expect: correctness
// The semicolon ends the if: the assignment happens in any case.

// TODO(1)
    if (row < M && col < N);
        C[row * ldc + col] = A[row * lda] * B[col];
