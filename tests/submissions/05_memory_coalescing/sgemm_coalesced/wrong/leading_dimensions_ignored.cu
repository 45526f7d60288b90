// expect: correctness
// Rows are taken to be K and N apart: wrong as soon as they are padded.

// INSTEAD OF
        sum += A[row * lda + k] * B[k * ldb + col];

    // beta = 0 means that C is only written: what it held before must not matter.
    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;
// WRITE
        sum += A[row * K + k] * B[k * N + col];

    // beta = 0 means that C is only written: what it held before must not matter.
    float old = beta == 0.0f ? 0.0f : beta * C[row * N + col];
    C[row * N + col] = alpha * sum + old;
