// expect: correctness
// The step is the width of the warp, but all lanes start at column 0: one product in 32, each of them 32 times.

// TODO(1)
    for (int k = 0; k < N; k += WARP)
        sum += A[row * lda + k] * x[k];
