// expect: correctness
// = instead of +=: only the last product is left.

// TODO(3)
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum = A[row * lda + k] * B[k * ldb + col];
