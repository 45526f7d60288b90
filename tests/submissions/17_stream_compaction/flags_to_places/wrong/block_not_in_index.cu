// expect: correctness
// Every block works on the first elements.

// INSTEAD OF
    int i = blockIdx.x * blockDim.x + threadIdx.x;
// WRITE
    int i = threadIdx.x;
