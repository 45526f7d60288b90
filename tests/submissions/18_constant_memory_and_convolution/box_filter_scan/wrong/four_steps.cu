// expect: correctness
// The scan ends after distance 8.

// TODO(1)
    for (int distance = 1; distance < 16; distance *= 2) {
        int other = __shfl_up_sync(ALL_LANES, sum, distance);
        if (lane >= distance)
            sum += other;
    }
