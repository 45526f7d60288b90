// expect: correctness
// Never outside, but a part of every C that is no square is left out.

// TODO(1)
    if (row < min(M, N) && col < min(M, N))
        C[row * ldc + col] = A[row * lda] * B[col];
