// expect: correctness
// k <= N: where N is a multiple of 32, lane 0 multiplies what lies behind the row with what lies behind x.

// TODO(1)
    for (int k = lane; k <= N; k += WARP)
        sum += A[row * lda + k] * x[k];
