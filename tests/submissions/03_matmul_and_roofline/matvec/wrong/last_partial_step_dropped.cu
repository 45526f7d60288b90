// expect: correctness
// N / WARP whole steps: what is left of a row that is no multiple of 32 is never added.

// TODO(1)
    for (int step = 0; step < N / WARP; ++step) {
        int k = step * WARP + lane;
        sum += A[row * lda + k] * x[k];
    }
