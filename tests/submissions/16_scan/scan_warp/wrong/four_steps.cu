// expect: correctness
// Four steps: the upper half does not know the lower one.

// TODO(1)
    for (int distance = 1; distance < 16; distance *= 2) {
        int below = __shfl_up_sync(ALL_LANES, value, distance);
        if (lane >= distance)
            value += below;
    }
