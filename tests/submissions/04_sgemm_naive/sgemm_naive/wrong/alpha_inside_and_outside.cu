// expect: correctness
// alpha multiplies every product and then the sum again.

// TODO(3)
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += alpha * A[row * lda + k] * B[k * ldb + col];
