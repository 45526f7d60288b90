// expect: global_sectors
// Right, but the running sum lives in C: one store to global memory for every product.

// TODO(3)
    C[row * ldc + col] = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    for (int k = 0; k < K; ++k)

// TODO(4)
        C[row * ldc + col] += alpha * A[row * lda + k] * B[k * ldb + col];
