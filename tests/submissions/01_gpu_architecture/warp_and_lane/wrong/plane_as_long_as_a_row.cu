// expect: correctness
// A plane has blockDim.x * blockDim.y threads, not blockDim.x: planes overlap.

// TODO(1)
    int thread = threadIdx.x + blockDim.x * threadIdx.y + blockDim.x * threadIdx.z;
