// expect: correctness
// Steps by the block, but every thread begins at element 0: only every blockDim.x-th is done.

// TODO(1)
    for (int i = 0; i < n; i += blockDim.x)
