// expect: correctness
// Takes a column of A instead of a row: that is the transpose of A, and reads outside it.

// TODO(3)
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += A[k * lda + row] * B[k * ldb + col];
