// expect: hazards
// The next row's pairs are stored while the first warp still reads the last row's.

// INSTEAD OF
        __syncthreads();    // before the next row's pairs are stored
// WRITE
