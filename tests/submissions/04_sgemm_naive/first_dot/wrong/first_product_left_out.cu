// expect: correctness
// Counts from 1.

// TODO(1)
    for (int k = 1; k < K; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];
