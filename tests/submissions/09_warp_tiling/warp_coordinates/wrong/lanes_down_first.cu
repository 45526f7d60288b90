// expect: correctness
// Lanes numbered down the columns.

// TODO(1)
    int first_row = warp / warps_across * WM + lane % (32 / lanes_across) * 4;
    int first_col = warp % warps_across * WN + lane / (32 / lanes_across) * 4;
