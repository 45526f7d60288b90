// expect: correctness
// k <= K takes one product too many, from the next row of A and from behind B.

// TODO(3)
    float sum = 0.0f;
    for (int k = 0; k <= K; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];
