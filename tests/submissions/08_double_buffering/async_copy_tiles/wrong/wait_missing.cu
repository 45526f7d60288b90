// expect: hazards, async_copies
// A barrier waits for threads, not for the copies they have started: the tiles are read before they have arrived.

// TODO(2)
        __syncthreads();
        if (k0 + TILE < K)
            fetch(now ^ 1, k0 + TILE);
