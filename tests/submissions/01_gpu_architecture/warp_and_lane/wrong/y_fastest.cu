// expect: correctness
// Counts y first, as a column-major matrix would: right for flat blocks, and every later module would misread its warps.

// TODO(1)
    int thread = threadIdx.y + blockDim.y * (threadIdx.x + blockDim.x * threadIdx.z);
