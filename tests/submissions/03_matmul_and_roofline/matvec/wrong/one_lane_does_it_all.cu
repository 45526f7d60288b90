// expect: global_sectors
// Row after row, lane after lane, in one thread of the warp: right, and 31 lanes watch.

// TODO(1)
    if (lane == 0)
        for (int k = 0; k < N; ++k)
            sum += A[row * lda + k] * x[k];
