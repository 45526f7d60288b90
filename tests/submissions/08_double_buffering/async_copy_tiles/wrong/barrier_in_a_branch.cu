// expect: correctness, hazards
// Threads outside the matrix skip the barrier that the others wait at.

// TODO(2)
        __pipeline_wait_prior(0);
        if (row < M && col < N)
            __syncthreads();
        if (k0 + TILE < K)
            fetch(now ^ 1, k0 + TILE);
