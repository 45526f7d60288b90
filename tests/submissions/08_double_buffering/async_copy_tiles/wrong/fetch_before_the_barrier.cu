// expect: hazards
// The next tiles overwrite the other buffer while slow warps still read it.

// TODO(2)
        __pipeline_wait_prior(0);
        if (k0 + TILE < K)
            fetch(now ^ 1, k0 + TILE);
        __syncthreads();
