// expect: correctness
// Right in one and two dimensions; every plane of a block begins at warp 0 again.

// TODO(1)
    int thread = threadIdx.x + blockDim.x * threadIdx.y;
