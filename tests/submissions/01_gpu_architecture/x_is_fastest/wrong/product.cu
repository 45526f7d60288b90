// expect: correctness
// x * y instead of a sum: nearly all elements are left out.

// TODO(1)
    int thread = threadIdx.x * threadIdx.y;
