// expect: correctness
// The sum travels, the flag does not.

// TODO(2)
    for (int distance = 1; distance < 32; distance *= 2) {
        int sum = __shfl_up_sync(ALL_LANES, part.sum, distance);
        if (lane >= distance)
            part = joined({part.begun, sum}, part);
    }
