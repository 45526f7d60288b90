// expect: correctness
// The sum starts from whatever is in the register.

// TODO(3)
    float sum;
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];
