// expect: correctness
// Lanes with nothing so far below join their own pair.

// TODO(2)
    for (int distance = 1; distance < 32; distance *= 2) {
        int begun = __shfl_up_sync(ALL_LANES, part.begun, distance);
        int sum = __shfl_up_sync(ALL_LANES, part.sum, distance);
        part = joined({begun, sum}, part);
    }
