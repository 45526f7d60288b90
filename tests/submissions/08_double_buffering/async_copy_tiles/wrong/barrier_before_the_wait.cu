// expect: hazards
// At the barrier nobody has waited for the copies yet; afterwards each thread knows of its own only.

// TODO(2)
        __syncthreads();
        __pipeline_wait_prior(0);
        if (k0 + TILE < K)
            fetch(now ^ 1, k0 + TILE);
