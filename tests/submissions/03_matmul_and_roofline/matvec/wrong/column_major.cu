// expect: correctness
// A is read as if its columns were contiguous: the product with the transpose, and far outside where A is not square.

// TODO(1)
    for (int k = lane; k < N; k += WARP)
        sum += A[k * lda + row] * x[k];
