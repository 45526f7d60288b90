// expect: correctness
// Steps by the number of blocks, not of threads.

// TODO(1)
        const int i = j * gridDim.x + t;
