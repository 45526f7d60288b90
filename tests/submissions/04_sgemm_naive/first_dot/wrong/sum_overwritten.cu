// expect: correctness
// = instead of +=: the last product is all that is left.

// TODO(1)
    for (int k = 0; k < K; ++k)
        sum = A[row * lda + k] * B[k * ldb + col];
