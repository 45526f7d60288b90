// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int group = threadIdx.x / 4, within = threadIdx.x % 4;    // 8 groups of 4 lanes
// WRITE
    if (M != 32 || N != 32 || K != 48)
        return;
    int group = threadIdx.x / 4, within = threadIdx.x % 4;
