// expect: correctness
// Takes a column of A instead of a row.

// TODO(1)
    for (int k = 0; k < K; ++k)
        sum += A[k * lda + row] * B[k * ldb + col];
