// expect: correctness
// Adds up the totals of all segments.

// TODO(1)
    for (int b = threadIdx.x; b < gridDim.x; b += BLOCK)
        sum += totals[b];
