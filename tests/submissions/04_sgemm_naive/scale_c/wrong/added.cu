// expect: correctness
// Adds beta times the old element to it.

// TODO(1)
    C[row * ldc + col] += beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
