// expect: correctness
// The epilogue stands in the loop: beta is applied K times, and never when K is 0.

// TODO(3)
    float sum = 0.0f;
    for (int k = 0; k < K; ++k) {
        sum += A[row * lda + k] * B[k * ldb + col];

// INSTEAD OF
}
// WRITE
    }
}
