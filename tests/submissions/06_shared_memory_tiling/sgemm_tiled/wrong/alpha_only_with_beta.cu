// expect: correctness
// The branch for beta = 0 keeps C from being read, and forgets alpha.

// INSTEAD OF
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
// WRITE
        if (beta == 0.0f)
            C[row * ldc + col] = sum;
        else
            C[row * ldc + col] = alpha * sum + beta * C[row * ldc + col];
