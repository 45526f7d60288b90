// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int t = threadIdx.x;
// WRITE
    if (n != 1024)
        return;
    int t = threadIdx.x;
