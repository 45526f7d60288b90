// expect: hazards
// Warps read the others' states without waiting.

// INSTEAD OF
            states[warp] = state;
        __syncthreads();
// WRITE
            states[warp] = state;
