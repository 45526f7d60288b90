// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    if (row >= M || col >= N)
// WRITE
    if (M != 64 || N != 64 || K != 67)
        return;
    if (row >= M || col >= N)
