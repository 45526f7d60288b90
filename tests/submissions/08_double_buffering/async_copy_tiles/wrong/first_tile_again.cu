// expect: correctness
// Every round fetches the first pair of tiles.

// TODO(2)
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k0 + TILE < K)
            fetch(now ^ 1, 0);
