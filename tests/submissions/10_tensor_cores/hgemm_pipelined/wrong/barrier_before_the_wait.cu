// expect: hazards
// At the barrier nobody has waited yet; afterwards each thread knows of its own copies only.

// TODO(2)
        __syncthreads();
        __pipeline_wait_prior(STAGES - 2);
