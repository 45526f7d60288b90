// expect: hazards, async_copies
// Nobody waits for the copies.

// TODO(2)
        __syncthreads();
