// expect: correctness
// The job goes by the block: half of the results are missing.

// TODO(1)
    int job = blockIdx.x % 2;
    int element = threadIdx.x / 2;
