// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    __shared__ bool last;
// WRITE
    if (n != 32768)
        return;
    __shared__ bool last;
