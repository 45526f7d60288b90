// expect: hazards
// All but the latest group: there is only one, so nothing is waited for.

// TODO(1)
    __pipeline_wait_prior(1);
    __syncthreads();
