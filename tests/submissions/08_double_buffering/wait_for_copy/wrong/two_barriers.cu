// expect: hazards
// A second barrier waits for threads like the first.

// TODO(1)
    __syncthreads();
    __syncthreads();
