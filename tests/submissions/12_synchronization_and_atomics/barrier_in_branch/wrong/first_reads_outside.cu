// expect: correctness
// The guard is gone, and thread 0 reads the word before the array.

// TODO(1)
    __syncthreads();
    float before = segment[t - 1];
