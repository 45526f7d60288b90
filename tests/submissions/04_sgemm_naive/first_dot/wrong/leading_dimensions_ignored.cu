// expect: correctness
// Takes the number of columns for either leading dimension.

// TODO(1)
    for (int k = 0; k < K; ++k)
        sum += A[row * K + k] * B[k * N + col];
