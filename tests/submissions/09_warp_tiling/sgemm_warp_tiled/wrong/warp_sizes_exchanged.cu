// expect: correctness, hazards
// WM and WN are exchanged: a warp's tile is 64 rows down the next, and 32 columns across.

// TODO(3)
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int lane_row = lane % 2 + lane / 4 % 2 * 2;
    int lane_col = lane / 2 % 2 + lane / 8 * 2;
    int row = warp / (BN / WN) * WN + lane_row * 4;
    int col = warp % (BN / WN) * WM + lane_col * 4;
