// expect: correctness
// Takes the number of columns for the distance between rows: right until rows are padded.

// TODO(3)
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)

// TODO(4)
        sum += A[row * K + k] * B[k * N + col];

    float old = beta == 0.0f ? 0.0f : beta * C[row * N + col];
    C[row * N + col] = alpha * sum + old;
