// expect: correctness
// Starts with distance 8: half of the lanes are left out.

// TODO(1)
    for (int distance = 8; distance > 0; distance /= 2)
        value += __shfl_down_sync(ALL_LANES, value, distance);
    return value;
