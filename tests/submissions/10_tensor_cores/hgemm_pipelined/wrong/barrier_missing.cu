// expect: hazards
// Each thread waits for its own copies, and reads those of the others.

// TODO(2)
        __pipeline_wait_prior(STAGES - 2);
