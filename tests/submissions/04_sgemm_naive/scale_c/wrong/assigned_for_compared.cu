// expect: correctness
// One equals sign too few: beta becomes 0, and then it multiplies.

// TODO(1)
    C[row * ldc + col] = (beta = 0.0f) ? 0.0f : beta * C[row * ldc + col];
