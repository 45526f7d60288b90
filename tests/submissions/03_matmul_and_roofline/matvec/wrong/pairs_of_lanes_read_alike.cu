// expect: correctness
// Two lanes share each column, k = lane / 2: every product is added twice.

// TODO(1)
    for (int k = lane / 2; k < N; k += WARP / 2)
        sum += A[row * lda + k] * x[k];
