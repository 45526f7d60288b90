// expect: correctness
// The loop runs to lda, over what lies between the rows, and beyond the end of x.

// TODO(1)
    for (int k = lane; k < lda; k += WARP)
        sum += A[row * lda + k] * x[k];
