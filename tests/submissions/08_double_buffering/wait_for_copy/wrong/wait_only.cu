// expect: hazards
// Each thread waits for its own copy and reads that of another.

// TODO(1)
    __pipeline_wait_prior(0);
