// expect: correctness
// alpha is forgotten where C is not read.

// INSTEAD OF
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
// WRITE
        float& element = C[row * ldc + col];
        element = beta == 0.0f ? sum : alpha * sum + beta * element;
