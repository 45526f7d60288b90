// expect: correctness
// = in place of +=: each lane keeps the last of its products.

// TODO(1)
    for (int k = lane; k < N; k += WARP)
        sum = A[row * lda + k] * x[k];
