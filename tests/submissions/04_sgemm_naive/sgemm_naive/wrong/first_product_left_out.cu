// expect: correctness
// Counts from 1 as on paper: the product of k = 0 is missing, and with K = 1 everything is.

// TODO(3)
    float sum = 0.0f;
    for (int k = 1; k < K; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];
