// expect: hazards
// Commits an empty group and leaves the two latest on their way, the one that is needed among them.

// TODO(1)
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
