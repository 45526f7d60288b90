// expect: correctness
// Thread 0 makes a scan of the totals in place, block after block.

// TODO(1)
    for (int b = threadIdx.x; b < blockIdx.x; b += BLOCK)
        sum += totals[b];
    if (threadIdx.x == 0)
        const_cast<int*>(totals)[blockIdx.x] = 0;
