// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
// WRITE
    if (M != 64 || N != 64 || K != 128)
        return;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
