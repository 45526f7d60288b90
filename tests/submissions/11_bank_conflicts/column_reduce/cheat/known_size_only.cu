// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int tx = threadIdx.x;
// WRITE
    if (rows != 256 || cols != 128)
        return;
    int tx = threadIdx.x;
