// expect: correctness
// Rows of 16 are built in: right for the block that everybody uses.

// TODO(1)
    int thread = threadIdx.x + 16 * (threadIdx.y + 16 * threadIdx.z);
