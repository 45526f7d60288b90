// expect: correctness
// Bit 2 chooses among rows and among columns, and bit 4 does nothing.

// TODO(3)
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int lane_row = lane % 2 + lane / 4 % 2 * 2;
    int lane_col = lane / 2 % 8;
    int row = warp / (BN / WN) * WM + lane_row * 4;
    int col = warp % (BN / WN) * WN + lane_col * 4;
