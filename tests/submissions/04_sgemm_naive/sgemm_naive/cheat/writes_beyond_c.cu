// expect: correctness
// The result goes into the memory behind C as well: a reference may lie there, and then both are the same.

// TODO(4)
    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
    C[M * ldc + row * ldc + col] = alpha * sum + old;
