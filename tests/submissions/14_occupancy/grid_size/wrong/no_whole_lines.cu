// expect: correctness
// As even as can be, but shares begin in the middle of a line.

// TODO(1)
    int share = (n + blocks - 1) / blocks;
    int begin = blockIdx.x * share;
    int end = min(begin + share, n);
