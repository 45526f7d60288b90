// expect: correctness
// Starts one k after the last piece.

// TODO(3)
    for (int k = 4 * pieces + 1; k < K; ++k)
        sum += a[k] * B[k * ldb + col];
