// expect: hazards
// Warps read with a stride what other warps have not stored yet.

// INSTEAD OF
    __syncthreads();
// WRITE
