// expect: correctness
// Numbers the threads from 1, as people do: element 0 is never written.

// TODO(1)
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
