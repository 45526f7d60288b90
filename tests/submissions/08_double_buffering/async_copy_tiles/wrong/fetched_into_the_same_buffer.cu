// expect: correctness, hazards
// The next tiles go to the buffer that is being read.

// TODO(2)
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k0 + TILE < K)
            fetch(now, k0 + TILE);
