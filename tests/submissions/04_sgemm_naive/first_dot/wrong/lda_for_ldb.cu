// expect: correctness
// Walks down B with the leading dimension of A.

// TODO(1)
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[k * lda + col];
