// expect: correctness
// All lanes of a warp stand in the corner of its tile.

// TODO(1)
    int first_row = warp / warps_across * WM;
    int first_col = warp % warps_across * WN;
