// expect: correctness
// No loop: of more than 256 totals the rest is missing.

// TODO(1)
    if (threadIdx.x < blockIdx.x)
        sum = totals[threadIdx.x];
