// expect: hazards
// Only the first warp waits for its copies.

// TODO(1)
    if (t < 32)
        __pipeline_wait_prior(0);
    __syncthreads();
