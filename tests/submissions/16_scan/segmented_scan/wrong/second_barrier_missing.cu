// expect: hazards
// The next tile's parts are stored while other warps still read these.

// INSTEAD OF
        __syncthreads();    // before the next tile's parts are stored
// WRITE
