// expect: correctness
// Two threads share an element, and the second half is never written.

// TODO(1)
    int i = threadIdx.x / 2;
