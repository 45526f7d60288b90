// expect: correctness
// The size of the block of one case, written into the kernel.

// TODO(1)
    int row = blockIdx.y * 16 + threadIdx.y;
    int col = blockIdx.x * 16 + threadIdx.x;
