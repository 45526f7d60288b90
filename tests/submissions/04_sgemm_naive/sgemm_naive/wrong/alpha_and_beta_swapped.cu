// expect: correctness
// alpha and beta have changed places.

// TODO(4)
    float old = alpha == 0.0f ? 0.0f : alpha * C[row * ldc + col];
    C[row * ldc + col] = beta * sum + old;
