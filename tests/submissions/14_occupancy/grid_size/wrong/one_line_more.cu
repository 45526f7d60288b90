// expect: correctness
// A line is added also where nothing is left over.

// TODO(1)
    int share = (n / (blocks * 32) + 1) * 32;
    int begin = blockIdx.x * share;
    int end = min(begin + share, n);
