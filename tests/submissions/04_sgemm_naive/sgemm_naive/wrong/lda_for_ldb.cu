// expect: correctness
// Walks down B in steps of lda: right only where A and B have rows of the same length.

// TODO(3)
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[k * lda + col];
