// expect: correctness
// Rounded down, and the last block takes what is left: the others wait for it.

// TODO(1)
    int share = n / (blocks * 32) * 32;
    int begin = blockIdx.x * share;
    int end = blockIdx.x == blocks - 1 ? n : begin + share;
