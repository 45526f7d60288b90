// expect: hazards
// The next row's states are stored while other warps still read the last row's.

// INSTEAD OF
        __syncthreads();    // before the next row's states are stored
// WRITE
