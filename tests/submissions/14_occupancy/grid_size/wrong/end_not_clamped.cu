// expect: correctness
// The last share ends behind the vector.

// TODO(1)
    int share = (n + blocks * 32 - 1) / (blocks * 32) * 32;
    int begin = blockIdx.x * share;
    int end = begin + share;
