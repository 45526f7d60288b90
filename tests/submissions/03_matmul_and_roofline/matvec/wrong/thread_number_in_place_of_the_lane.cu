// expect: correctness
// threadIdx.x is the lane in the first warp of a block only; the others leave out the beginning of their rows.

// TODO(1)
    for (int k = threadIdx.x; k < N; k += WARP)
        sum += A[row * lda + k] * x[k];
