// expect: correctness
// Works for the size that is counted, and for no other.

// INSTEAD OF
    int row = blockIdx.y * HIGH + threadIdx.y;
// WRITE
    if (cols != 96)
        return;
    int row = blockIdx.y * HIGH + threadIdx.y;
