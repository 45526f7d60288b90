// expect: correctness
// The first lanes get their own value back from the shuffle, and add it once more.

// TODO(1)
    for (int distance = 1; distance < 32; distance *= 2)
        sum += __shfl_up_sync(ALL_LANES, sum, distance);
