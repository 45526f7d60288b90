// expect: correctness
// Each warp adds the totals that it has read itself.

// TODO(2)
    offset = __shfl_sync(ALL_LANES, warp_sum(sum), 0);
