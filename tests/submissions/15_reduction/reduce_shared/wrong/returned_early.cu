// expect: correctness, hazards
// Threads behind the last element return, before they have stored a 0 and before the barriers.

// TODO(1)
    int i = blockIdx.x * BLOCK + tid;
    if (i >= n)
        return;
    part[tid] = in[i];
