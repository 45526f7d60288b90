// expect: correctness
// Every block takes 4,096 elements, as many as it does in the first case.

// TODO(1)
    int begin = blockIdx.x * 4096;
    int end = min(begin + 4096, n);
