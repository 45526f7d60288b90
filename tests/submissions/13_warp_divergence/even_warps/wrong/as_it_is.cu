// expect: divergence, work
// Nothing is mended.

// TODO(1)
    int job = threadIdx.x % 2;
    int element = threadIdx.x / 2;
