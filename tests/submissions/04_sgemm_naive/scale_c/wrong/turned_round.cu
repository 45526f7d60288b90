// expect: correctness
// The two sides of the condition have changed places.

// TODO(1)
    C[row * ldc + col] = beta != 0.0f ? 0.0f : beta * C[row * ldc + col];
