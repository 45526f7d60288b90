// expect: correctness
// threadIdx.y is 0 in a block of one dimension, so a block computes only its first element.

// TODO(1)
    int i = blockIdx.x * blockDim.x + threadIdx.y;
