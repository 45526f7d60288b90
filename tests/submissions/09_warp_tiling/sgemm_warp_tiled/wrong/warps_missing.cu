// expect: correctness, hazards
// All warps compute the first one's tile.

// TODO(3)
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int lane_row = lane % 2 + lane / 4 % 2 * 2;
    int lane_col = lane / 2 % 2 + lane / 8 * 2;
    int row = 0 + lane_row * 4;
    int col = 0 + lane_col * 4;
