// expect: correctness
// The rest is done, but rows that are not aligned get nothing at all.

// TODO(3)
    for (int k = K / 4 * 4; k < K; ++k)
        sum += a[k] * B[k * ldb + col];
