// expect: correctness
// Recognises the size that is counted.

// INSTEAD OF
    int lane = threadIdx.x % 32;
// WRITE
    if (n != 1830)
        return;
    int lane = threadIdx.x % 32;
