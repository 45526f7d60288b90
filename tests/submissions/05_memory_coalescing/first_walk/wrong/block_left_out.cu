// expect: correctness
// The number within the block: every block does the elements of the first.

// TODO(1)
        int i = j * gridDim.x * blockDim.x + threadIdx.x;
