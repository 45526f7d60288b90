// expect: correctness
// The number of the thread where that of the lane is meant.

// TODO(1)
    int first_row = warp / warps_across * WM + thread / lanes_across * 4;
    int first_col = warp % warps_across * WN + thread % lanes_across * 4;
