// expect: hazards
// The next row's prefix sums are stored while others still read those of this one.

// INSTEAD OF
        __syncthreads();    // before prefix sums of the next row are stored
// WRITE
