// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int tid = threadIdx.x;
// WRITE
    int tid = threadIdx.x;
    if (n != 1024)
        return;
