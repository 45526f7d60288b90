// expect: hazards
// Each thread waits for its own copies and reads those of others.

// TODO(2)
        __pipeline_wait_prior(0);
        if (k0 + TILE < K)
            fetch(now ^ 1, k0 + TILE);
