// expect: correctness
// The row is stored as the column and the column as the row.

// TODO(1)
    int first_row = warp % warps_across * WN + lane % lanes_across * 4;
    int first_col = warp / warps_across * WM + lane / lanes_across * 4;
