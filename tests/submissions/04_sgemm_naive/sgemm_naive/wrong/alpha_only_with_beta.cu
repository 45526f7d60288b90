// expect: correctness
// The branch for beta = 0 keeps C from being read, and forgets alpha.

// TODO(4)
    if (beta == 0.0f)
        C[row * ldc + col] = sum;
    else
        C[row * ldc + col] = alpha * sum + beta * C[row * ldc + col];
