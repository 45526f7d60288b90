// expect: correctness
// Takes the number of columns for the leading dimension.

// TODO(1)
    C[row * N + col] = beta == 0.0f ? 0.0f : beta * C[row * N + col];
