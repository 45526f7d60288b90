// expect: correctness
// Numbers from 1: the first element of all is left out, and the last thread of a block takes one of the next.

// TODO(1)
    int thread = threadIdx.x + blockDim.x * threadIdx.y + 1;
