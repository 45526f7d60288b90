// expect: correctness
// x + y: a row is taken to be one thread long.

// TODO(1)
    int thread = threadIdx.x + threadIdx.y;
