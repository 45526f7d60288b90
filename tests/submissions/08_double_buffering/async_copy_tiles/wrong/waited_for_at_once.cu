// expect: async_copies
// Each pair of tiles is fetched and waited for at once: asynchronous copies, and nothing happens while they travel.

// TODO(1)

// TODO(2)
        fetch(now, k0);
        __pipeline_wait_prior(0);
        __syncthreads();
