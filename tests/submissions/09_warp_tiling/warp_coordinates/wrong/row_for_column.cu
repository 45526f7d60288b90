// expect: correctness
// The remainder for the row and the quotient for the column.

// TODO(1)
    int first_row = warp % warps_across * WM + lane / lanes_across * 4;
    int first_col = warp / warps_across * WN + lane % lanes_across * 4;
