// expect: hazards
// __syncwarp knows nothing of the other warp, whose copies are read.

// TODO(1)
    __pipeline_wait_prior(0);
    __syncwarp();
