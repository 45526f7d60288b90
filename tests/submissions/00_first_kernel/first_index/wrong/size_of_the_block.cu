// expect: correctness
// blockDim.x says how many threads there are, not which one this is: that element does not exist.

// TODO(1)
    int i = blockDim.x;
