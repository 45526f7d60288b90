// expect: correctness
// A row is taken to be 32 long, as it is today; in a block 20 wide elements are left out.

// TODO(1)
    int thread = threadIdx.x + 32 * threadIdx.y;
