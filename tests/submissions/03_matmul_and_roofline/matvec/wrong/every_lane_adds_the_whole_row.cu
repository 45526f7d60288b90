// expect: correctness
// Each lane walks over the whole row, so the sum of the warp holds every product 32 times.

// TODO(1)
    for (int k = 0; k < N; ++k)
        sum += A[row * lda + k] * x[k];
