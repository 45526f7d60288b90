// expect: hazards
// __syncwarp knows nothing of the other warps, whose copies are read.

// TODO(2)
        __pipeline_wait_prior(STAGES - 2);
        __syncwarp();
