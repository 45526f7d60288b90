// expect: correctness
// Asks for the product of the two numbers.

// TODO(1)
    if (row * col < M * N)
        C[row * ldc + col] = A[row * lda] * B[col];
