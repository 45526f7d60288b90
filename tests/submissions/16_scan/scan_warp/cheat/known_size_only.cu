// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    int i = blockIdx.x * blockDim.x + threadIdx.x;
// WRITE
    if (n != 256)
        return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
