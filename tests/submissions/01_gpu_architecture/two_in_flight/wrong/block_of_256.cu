// expect: correctness
// A grid of 256 threads a block is taken for granted.

// TODO(1)
    int first = me;
    int second = me + 256 * gridDim.x;
