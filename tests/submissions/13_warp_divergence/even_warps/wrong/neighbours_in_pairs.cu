// expect: divergence, work
// Pairs take turns instead of single lanes: a warp still has both jobs.

// TODO(1)
    int job = threadIdx.x / 2 % 2;
    int element = threadIdx.x / 4 * 2 + threadIdx.x % 2;
