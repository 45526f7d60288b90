// expect: divergence, work
// Groups of 16 lanes: each warp still has both.

// TODO(1)
    int job = threadIdx.x / 16 % 2;
    int element = threadIdx.x / 32 * 16 + threadIdx.x % 16;
