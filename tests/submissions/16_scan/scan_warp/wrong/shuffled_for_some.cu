// expect: correctness, hazards
// Lane 0 does not shuffle, though the mask names it.

// TODO(2)
    return lane > 0 ? __shfl_up_sync(ALL_LANES, inclusive, 1) : 0;
