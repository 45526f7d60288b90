// expect: correctness
// Numbers the threads from 1, as people do: the last thread leaves the array.

// TODO(1)
    int i = threadIdx.x + 1;
