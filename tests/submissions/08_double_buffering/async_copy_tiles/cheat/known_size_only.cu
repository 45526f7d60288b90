// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int tx = threadIdx.x;
// WRITE
    if (M != 64 || N != 64 || K != 64)
        return;

    int tx = threadIdx.x;
