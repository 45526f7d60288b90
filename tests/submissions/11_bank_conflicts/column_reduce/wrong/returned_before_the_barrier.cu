// expect: hazards
// Threads beyond the last column return: right where the GPU counts only the threads that are left, undefined in CUDA C++.

// INSTEAD OF
    int col = blockIdx.x * COLUMNS + tx;
// WRITE
    int col = blockIdx.x * COLUMNS + tx;
    if (col >= cols)
        return;
