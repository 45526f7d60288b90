// expect: correctness
// The share of the counted case, for all.

// TODO(1)
    int share = n == 65536 ? 4096 : 128;
    int begin = blockIdx.x * share;
    int end = min(begin + share, n);
