// expect: hazards
// Nobody waits for the copies.

// TODO(2)
        __syncthreads();
