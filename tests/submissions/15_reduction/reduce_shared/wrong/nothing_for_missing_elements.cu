// expect: correctness, hazards
// Threads behind the last element store nothing, and what the words held before is added.

// TODO(1)
    int i = blockIdx.x * BLOCK + tid;
    if (i < n)
        part[tid] = in[i];
