// expect: correctness
// The index is a short, which counts to 32,767: in a grid with more threads it turns negative.

// TODO(1)
    short i = blockIdx.x * blockDim.x + threadIdx.x;
