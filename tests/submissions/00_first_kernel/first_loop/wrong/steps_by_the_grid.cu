// expect: correctness
// gridDim.x is 1: the number of blocks, not of threads. Begins at the thread, does everything behind it, and leaves nothing out but for the case below.

// TODO(1)
    for (int i = threadIdx.x + 1; i < n; i += gridDim.x)
