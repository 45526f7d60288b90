// expect: correctness
// One product a lane: enough for rows of 32, and the rest of a longer row is lost.

// TODO(1)
    if (lane < N)
        sum += A[row * lda + lane] * x[lane];
