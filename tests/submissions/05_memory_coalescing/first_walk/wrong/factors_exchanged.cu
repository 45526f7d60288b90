// expect: correctness
// The number of threads multiplies the thread and not the round.

// TODO(1)
        const int i = t * gridDim.x * blockDim.x + j;
