// expect: correctness, hazards
// Lanes that do not add do not call the shuffle either, and others read from them.

// TODO(1)
    for (int distance = 1; distance < 32; distance *= 2)
        if (lane >= distance)
            sum += __shfl_up_sync(ALL_LANES, sum, distance);
