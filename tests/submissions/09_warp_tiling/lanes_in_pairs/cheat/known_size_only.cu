// expect: correctness
// Does nothing unless the size is that of the counted case.

// INSTEAD OF
    A += blockIdx.y * ROWS * K;
// WRITE
    if (N != 32 || K != 8)
        return;
    A += blockIdx.y * ROWS * K;
