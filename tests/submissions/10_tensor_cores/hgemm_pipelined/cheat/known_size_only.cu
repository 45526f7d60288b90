// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
// WRITE
    if (M != 128 || N != 256 || K != 192)
        return;
    int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
