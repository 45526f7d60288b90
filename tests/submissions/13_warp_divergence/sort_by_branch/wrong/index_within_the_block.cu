// expect: correctness, hazards
// home is the thread and not the element: all blocks write the first one's results.

// TODO(3)
    value[place] = x;
    home[place] = t;
    __syncthreads();
    x = value[t];
    i = home[t];
