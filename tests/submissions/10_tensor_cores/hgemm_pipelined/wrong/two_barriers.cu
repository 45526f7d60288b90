// expect: barriers
// A second barrier in front of the copies, where one was enough.

// TODO(2)
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        __syncthreads();
