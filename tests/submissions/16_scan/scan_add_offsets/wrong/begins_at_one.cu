// expect: correctness
// The total of segment 0 is left out.

// TODO(1)
    for (int b = threadIdx.x + 1; b < blockIdx.x; b += BLOCK)
        sum += totals[b];
