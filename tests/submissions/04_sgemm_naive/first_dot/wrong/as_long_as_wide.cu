// expect: correctness
// Runs to the number of columns of C.

// TODO(1)
    for (int k = 0; k < N; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];
