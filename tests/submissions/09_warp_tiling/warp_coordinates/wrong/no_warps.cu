// expect: correctness
// All lanes of all warps in long rows: no warp keeps together.

// TODO(1)
    int first_row = thread / (warps_across * lanes_across) * 4;
    int first_col = thread % (warps_across * lanes_across) * 4;
