// expect: correctness
// C = alpha A B: what C held is forgotten.

// INSTEAD OF
    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
// WRITE
    C[row * ldc + col] = alpha * sum;
