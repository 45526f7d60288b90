// expect: correctness
// Warps numbered down the columns; right where there is one row or one column of them.

// TODO(1)
    int first_row = warp % (blockDim.x / 32 / warps_across) * WM + lane / lanes_across * 4;
    int first_col = warp / (blockDim.x / 32 / warps_across) * WN + lane % lanes_across * 4;
