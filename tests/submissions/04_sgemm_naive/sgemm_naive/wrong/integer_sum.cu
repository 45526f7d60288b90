// expect: correctness
// Adds up in an int: whole numbers do not show it, fractions are cut off at every step.

// TODO(3)
    int sum = 0;
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];
