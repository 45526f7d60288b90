// expect: correctness
// Takes a row of B instead of a column: A times the transpose of B.

// TODO(3)
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[col * ldb + k];
