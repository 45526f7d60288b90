// expect: correctness
// The lanes below come as the right side: the order of a join matters.

// TODO(2)
    for (int distance = 1; distance < 32; distance *= 2) {
        int begun = __shfl_up_sync(ALL_LANES, part.begun, distance);
        int sum = __shfl_up_sync(ALL_LANES, part.sum, distance);
        if (lane >= distance)
            part = joined(part, {begun, sum});
    }
