// expect: correctness
// Believes that 0 times anything is 0.

// TODO(1)
    C[row * ldc + col] = beta * C[row * ldc + col];
