// expect: correctness
// The steps are rounded up and no lane asks whether its column exists: the last step reads the next row, or beyond A.

// TODO(1)
    for (int step = 0; step < (N + WARP - 1) / WARP; ++step) {
        int k = step * WARP + lane;
        sum += A[row * lda + k] * x[k];
    }
