// expect: correctness, hazards
// The counts begin with what shared memory happens to hold.

// TODO(1)
    rank = atomicAdd(&count[kind], 1);
