// expect: hazards
// A fast warp stores its row of the next tile of B while a slow one still reads this one.

// INSTEAD OF
        __syncthreads();
    }
// WRITE
    }
