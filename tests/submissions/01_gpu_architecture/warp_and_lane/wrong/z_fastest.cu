// expect: correctness
// Counts z first, then y, then x: the order in which nested loops are written, not the one in which threads are numbered.

// TODO(1)
    int thread = threadIdx.z + blockDim.z * (threadIdx.y + blockDim.y * threadIdx.x);
