// expect: correctness
// Results stay in sorted order.

// TODO(3)
    value[place] = x;
    __syncthreads();
    x = value[t];
