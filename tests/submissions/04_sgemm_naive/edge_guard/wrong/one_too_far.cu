// expect: correctness
// <= instead of <: a row and a column too many.

// TODO(1)
    if (row <= M && col <= N)
        C[row * ldc + col] = A[row * lda] * B[col];
