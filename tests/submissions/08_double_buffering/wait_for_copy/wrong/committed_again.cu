// expect: hazards
// Closes another, empty group and waits for nothing.

// TODO(1)
    __pipeline_commit();
    __syncthreads();
