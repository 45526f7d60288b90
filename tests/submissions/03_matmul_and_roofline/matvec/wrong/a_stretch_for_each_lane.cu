// expect: global_sectors
// Each lane takes a contiguous stretch of the row: right, but neighbouring lanes read places far apart, a sector each.

// TODO(1)
    int share = (N + WARP - 1) / WARP;
    int end = min(N, (lane + 1) * share);
    for (int k = lane * share; k < end; ++k)
        sum += A[row * lda + k] * x[k];
