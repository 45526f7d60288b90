// expect: correctness
// Writes 0 for every beta.

// TODO(1)
    C[row * ldc + col] = 0.0f;
