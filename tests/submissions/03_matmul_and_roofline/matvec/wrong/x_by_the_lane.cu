// expect: correctness
// x is indexed by the lane: the first 32 elements of x are used again for every step.

// TODO(1)
    for (int k = lane; k < N; k += WARP)
        sum += A[row * lda + k] * x[lane];
