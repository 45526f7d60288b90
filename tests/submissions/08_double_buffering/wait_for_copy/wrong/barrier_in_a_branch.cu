// expect: hazards
// Only the first warp comes to the barrier.

// TODO(1)
    __pipeline_wait_prior(0);
    if (t < 32)
        __syncthreads();
