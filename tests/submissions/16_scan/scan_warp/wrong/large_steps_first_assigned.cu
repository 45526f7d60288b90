// expect: correctness
// = instead of +=: a value is handed up, not added.

// TODO(1)
    for (int distance = 1; distance < 32; distance *= 2) {
        int below = __shfl_up_sync(ALL_LANES, value, distance);
        if (lane >= distance)
            value = below;
    }
