// expect: hazards
// All but the latest STAGES - 1 groups: the one that is needed is among them.

// TODO(2)
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
