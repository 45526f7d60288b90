// expect: correctness
// beta = 0 times an element that was never written is NaN, not 0: C may not be read then.

// TODO(4)
    C[row * ldc + col] = alpha * sum + beta * C[row * ldc + col];
