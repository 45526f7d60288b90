// expect: correctness
// The element goes by the lane, but the job still by odd and even: every second one is missing.

// TODO(1)
    int job = threadIdx.x % 2;
    int element = threadIdx.x % 32;
