// expect: correctness
// Adds to C, which nobody has written, and the last line overwrites it.

// TODO(1)
    for (int k = 0; k < K; ++k)
        C[row * ldc + col] += A[row * lda + k] * B[k * ldb + col];
