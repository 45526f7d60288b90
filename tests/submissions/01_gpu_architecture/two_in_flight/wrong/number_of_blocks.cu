// expect: correctness
// gridDim.x is the number of blocks, not of threads.

// TODO(1)
    int first = me;
    int second = me + gridDim.x;
