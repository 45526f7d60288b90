// expect: hazards
// At the barrier nobody has waited yet; afterwards each thread knows of its own copy only.

// TODO(1)
    __syncthreads();
    __pipeline_wait_prior(0);
