// expect: correctness
// Lanes one row and one column apart, as if each had a single result.

// TODO(1)
    int first_row = warp / warps_across * WM + lane / lanes_across;
    int first_col = warp % warps_across * WN + lane % lanes_across;
