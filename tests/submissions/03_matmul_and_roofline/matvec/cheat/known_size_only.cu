// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    if (row >= M)
// WRITE
    if (row >= M || M != 64 || N != 512)
