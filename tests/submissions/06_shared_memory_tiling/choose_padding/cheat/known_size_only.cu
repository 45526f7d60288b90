// expect: correctness
// Recognises the number of matrices that is counted and does nothing for any other.

// INSTEAD OF
    if (blockIdx.x >= n)
// WRITE
    if (n != 4 || blockIdx.x >= n)
