// expect: hazards
// All groups but the last one: and only one is on its way.

// TODO(2)
        __pipeline_wait_prior(1);
        __syncthreads();
        if (k0 + TILE < K)
            fetch(now ^ 1, k0 + TILE);
