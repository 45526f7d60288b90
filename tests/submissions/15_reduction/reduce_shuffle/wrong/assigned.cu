// expect: correctness
// The shuffled value replaces the own one.

// TODO(1)
    for (int distance = 16; distance > 0; distance /= 2)
        value = __shfl_down_sync(ALL_LANES, value, distance);
    return value;
