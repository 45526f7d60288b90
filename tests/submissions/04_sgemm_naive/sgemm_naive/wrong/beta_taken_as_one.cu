// expect: correctness
// Adds the old element without beta: right for beta = 1 only.

// TODO(4)
    float old = beta == 0.0f ? 0.0f : C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
