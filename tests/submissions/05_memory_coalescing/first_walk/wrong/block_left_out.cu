// expect: correctness
// The number within the block: every block does the elements of the first.

// TODO(1)
        const int i = j * gridDim.x * blockDim.x + threadIdx.x;
