// expect: correctness
// Asks for the numbers within the block.

// TODO(1)
    if (threadIdx.y < M && threadIdx.x < N)
        C[row * ldc + col] = A[row * lda] * B[col];
