// expect: correctness
// The column of the block, not of the matrix: right in the first block.

// TODO(1)
    for (int k = 0; k < K; ++k)
        sum += A[row * lda + k] * B[k * ldb + threadIdx.x];
