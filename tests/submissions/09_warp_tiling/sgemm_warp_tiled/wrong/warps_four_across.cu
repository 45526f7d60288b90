// expect: correctness, hazards
// The warp's place is reckoned with the height of the block's tile: 4 x 2 warps are taken for 2 x 4.

// TODO(3)
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int lane_row = lane % 2 + lane / 4 % 2 * 2;
    int lane_col = lane / 2 % 2 + lane / 8 * 2;
    int row = warp / (BM / WM) * WM + lane_row * 4;
    int col = warp % (BM / WM) * WN + lane_col * 4;
