// expect: correctness
// Rows are taken to lie N apart: right only where no space is left between them.

// TODO(1)
    for (int k = lane; k < N; k += WARP)
        sum += A[row * N + k] * x[k];
