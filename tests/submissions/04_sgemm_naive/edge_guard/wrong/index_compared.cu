// expect: correctness
// Asks whether the place lies inside C, padding included.

// TODO(1)
    if (row * ldc + col < M * ldc)
        C[row * ldc + col] = A[row * lda] * B[col];
