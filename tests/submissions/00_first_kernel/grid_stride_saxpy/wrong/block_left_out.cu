// expect: correctness, hazards
// Every block begins with element 0, and all update the same elements.

// TODO(1)
    int first = threadIdx.x;
    int threads = gridDim.x * blockDim.x;
