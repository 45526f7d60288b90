// expect: correctness
// Adds to what C holds, as if beta were 1, and forgets that C may never have been written.

// TODO(3)
    for (int k = 0; k < K; ++k)

// TODO(4)
        C[row * ldc + col] += alpha * A[row * lda + k] * B[k * ldb + col];
