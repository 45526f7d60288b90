// expect: correctness, hazards
// __shfl_down_sync: scans from the end.

// TODO(1)
    for (int distance = 1; distance < 32; distance *= 2) {
        int above = __shfl_down_sync(ALL_LANES, value, distance);
        if (lane + distance < 32)
            value += above;
    }
