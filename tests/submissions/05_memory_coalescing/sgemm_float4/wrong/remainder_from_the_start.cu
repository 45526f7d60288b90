// expect: correctness
// The last loop starts at 0 and adds again what the pieces have added.

// TODO(3)
    for (int k = 0; k < K; ++k)
        sum += a[k] * B[k * ldb + col];
