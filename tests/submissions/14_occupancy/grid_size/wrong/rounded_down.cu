// expect: correctness
// The shares are rounded down: what is left over belongs to nobody.

// TODO(1)
    int share = n / (blocks * 32) * 32;
    int begin = blockIdx.x * share;
    int end = min(begin + share, n);
