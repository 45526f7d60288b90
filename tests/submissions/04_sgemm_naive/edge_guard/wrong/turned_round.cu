// expect: correctness
// Only threads without an element write.

// TODO(1)
    if (row >= M || col >= N)
        C[row * ldc + col] = A[row * lda] * B[col];
