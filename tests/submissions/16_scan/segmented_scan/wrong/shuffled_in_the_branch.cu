// expect: correctness, hazards
// The sum is shuffled by those lanes only in which no segment has begun.

// TODO(2)
    for (int distance = 1; distance < 32; distance *= 2) {
        int begun = __shfl_up_sync(ALL_LANES, part.begun, distance);
        if (lane >= distance && !part.begun)
            part = {begun, part.sum + __shfl_up_sync(ALL_LANES, part.sum, distance)};
    }
