// expect: shared_wavefronts
// Lanes column by column: nobody near shares a piece of A.

// TODO(3)
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int lane_row = lane % LANES_DOWN;
    int lane_col = lane / LANES_DOWN;
    int row = warp / (BN / WN) * WM + lane_row * 4;
    int col = warp % (BN / WN) * WN + lane_col * 4;
