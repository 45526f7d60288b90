// expect: correctness
// Row 0 is computed and handed to all rows: no sector is wanted twice.

// TODO(1)
    for (int k = lane; k < N; k += WARP)
        sum += A[k] * x[k];
