// expect: correctness
// b <= blockIdx.x: the segment's own total is added, too.

// TODO(1)
    for (int b = threadIdx.x; b <= blockIdx.x; b += BLOCK)
        sum += totals[b];
