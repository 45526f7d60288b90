// expect: correctness, hazards
// Reads and writes as Fortran and cuBLAS do, columns one after the other.

// TODO(3)
    float sum = 0.0f;
    for (int k = 0; k < K; ++k)

// TODO(4)
        sum += A[k * lda + row] * B[col * ldb + k];

    float old = beta == 0.0f ? 0.0f : beta * C[col * ldc + row];
    C[col * ldc + row] = alpha * sum + old;
