// expect: hazards
// __syncwarp where the whole block exchanges.

// TODO(3)
    value[place] = x;
    home[place] = i;
    __syncwarp();
    x = value[t];
    i = home[t];
