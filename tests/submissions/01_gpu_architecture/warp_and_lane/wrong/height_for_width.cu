// expect: correctness
// A row is blockDim.x threads long, not blockDim.y: right for square blocks only.

// TODO(1)
    int thread = threadIdx.x + blockDim.y * (threadIdx.y + blockDim.x * threadIdx.z);
