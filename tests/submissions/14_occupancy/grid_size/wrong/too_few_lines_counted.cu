// expect: correctness
// Rounds n up to lines first and the lines down afterwards.

// TODO(1)
    int share = (n + 31) / 32 / blocks * 32;
    int begin = blockIdx.x * share;
    int end = min(begin + share, n);
