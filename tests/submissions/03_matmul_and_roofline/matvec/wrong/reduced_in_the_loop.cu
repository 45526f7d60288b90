// expect: correctness
// The warp adds up after every step, inside the loop: lanes that have left it are still waited for in the last one.

// TODO(1)
    for (int k = lane; k < N; k += WARP)
        sum = warp_sum(sum + A[row * lda + k] * x[k]);
