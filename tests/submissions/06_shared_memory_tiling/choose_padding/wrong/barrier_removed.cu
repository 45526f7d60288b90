// expect: hazards
// Without the barrier a warp reads what other warps are still storing.

// INSTEAD OF
    __syncthreads();
// WRITE
