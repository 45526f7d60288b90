// expect: correctness
// The step is that of a whole block on one row; here a row has one warp, and seven columns of eight are skipped.

// TODO(1)
    for (int k = lane; k < N; k += blockDim.x)
        sum += A[row * lda + k] * x[k];
