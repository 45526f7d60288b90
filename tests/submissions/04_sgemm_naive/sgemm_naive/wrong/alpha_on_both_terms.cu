// expect: correctness
// alpha multiplies the old element as well.

// TODO(4)
    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * (sum + old);
