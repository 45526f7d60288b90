// expect: correctness
// Adds up the row and the column, and multiplies the sums.

// TODO(1)
    float other = 0.0f;
    for (int k = 0; k < K; ++k) {
        sum += A[row * lda + k];
        other += B[k * ldb + col];
    }
    sum *= other;
