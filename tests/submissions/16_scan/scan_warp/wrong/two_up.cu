// expect: correctness
// Takes the sum two lanes below.

// TODO(2)
    int below = __shfl_up_sync(ALL_LANES, inclusive, 2);
    return lane > 1 ? below : 0;
