// expect: correctness
// WM and WN exchanged: right for a square tile.

// TODO(1)
    int first_row = warp / warps_across * WN + lane / lanes_across * 4;
    int first_col = warp % warps_across * WM + lane % lanes_across * 4;
