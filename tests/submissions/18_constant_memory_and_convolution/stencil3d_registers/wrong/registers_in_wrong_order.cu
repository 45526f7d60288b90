// expect: correctness
// `here` moves on first, and the one behind gets the new one.

// TODO(3)
        here = ahead;
        behind = here;
        __syncthreads();
