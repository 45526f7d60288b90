// expect: correctness
// Adds the total of the segment just before, as if that knew of the others.

// TODO(1)
    if (threadIdx.x == 0 && blockIdx.x > 0)
        sum = totals[blockIdx.x - 1];
