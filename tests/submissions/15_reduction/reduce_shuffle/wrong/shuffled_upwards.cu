// expect: correctness
// __shfl_up_sync: the sum ends in lane 31.

// TODO(1)
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_up_sync(ALL_LANES, value, distance);
    return value;
