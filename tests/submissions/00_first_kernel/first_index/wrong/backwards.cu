// expect: correctness
// Counts down, one too far: thread 0 takes the element behind the last.

// TODO(1)
    int i = n - threadIdx.x;
