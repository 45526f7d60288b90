// expect: correctness
// What is added passes through eight bits.

// TODO(1)
    for (int distance = 1; distance < 32; distance *= 2) {
        int below = static_cast<signed char>(__shfl_up_sync(ALL_LANES, value, distance));
        if (lane >= distance)
            value += below;
    }
