// expect: global_sectors
// Begins at its own number and then does everything that follows.

// TODO(1)
    for (int i = threadIdx.x; i < n; ++i)
