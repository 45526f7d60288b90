// expect: hazards
// Nobody waits for the parts of the other warps.

// INSTEAD OF
        __syncthreads();

// WRITE
