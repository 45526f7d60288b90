// expect: correctness, hazards
// Shared memory does not begin with zeros.

// TODO(1)
    __syncthreads();
