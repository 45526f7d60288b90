// expect: correctness
// Keeps the old element instead of multiplying it by beta.

// TODO(1)
    C[row * ldc + col] = beta == 0.0f ? 0.0f : C[row * ldc + col];
