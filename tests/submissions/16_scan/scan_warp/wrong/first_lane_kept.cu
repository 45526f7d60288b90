// expect: correctness
// Lane 0 keeps what the shuffle returns to it: its own value.

// TODO(2)
    return __shfl_up_sync(ALL_LANES, inclusive, 1);
