// expect: correctness
// One element a thread, however many there are.

// TODO(1)
    for (int i = threadIdx.x; i < n; i += n)
