// expect: correctness
// Recognises the size that is counted.

// INSTEAD OF
    int warp = threadIdx.x / 32;
// WRITE
    if (n != 4096)
        return;
    int warp = threadIdx.x / 32;
