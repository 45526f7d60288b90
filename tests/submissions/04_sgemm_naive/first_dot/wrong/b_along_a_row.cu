// expect: correctness
// Takes a row of B instead of a column.

// TODO(1)
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[col * ldb + k];
