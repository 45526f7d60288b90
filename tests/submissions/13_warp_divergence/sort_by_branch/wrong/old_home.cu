// expect: correctness
// The value comes from the new place, its home from the old one.

// TODO(3)
    value[place] = x;
    home[place] = i;
    __syncthreads();
    x = value[t];
    i = home[place];
