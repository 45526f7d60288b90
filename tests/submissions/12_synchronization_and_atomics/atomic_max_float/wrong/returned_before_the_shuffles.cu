// expect: hazards
// Lanes without an element return, and others ask them for a number: the mask promises all 32.

// INSTEAD OF
    float largest = -INFINITY;
// WRITE
    if (blockIdx.x * blockDim.x + threadIdx.x >= n)
        return;
    float largest = -INFINITY;
