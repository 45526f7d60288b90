// expect: correctness
// Counts down the columns: right for column-major matrices.

// TODO(1)
    C[col * ldc + row] = beta == 0.0f ? 0.0f : beta * C[col * ldc + row];
