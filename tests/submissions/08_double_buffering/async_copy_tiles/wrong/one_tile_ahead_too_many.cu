// expect: correctness
// The tile after the next is fetched, and every second one is skipped.

// TODO(2)
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k0 + TILE < K)
            fetch(now ^ 1, k0 + 2 * TILE);
