// expect: correctness
// Lanes without a column return at once, but the shuffles name all 32 lanes: a lane that has left has nothing to give.

// TODO(1)
    if (lane >= N)
        return;
    for (int k = lane; k < N; k += WARP)
        sum += A[row * lda + k] * x[k];
