// expect: correctness
// The fifth bit of the lane is forgotten: the lower half of the tile has no lanes.

// TODO(1)
    int row = lane % 2 * 4;
    int col = lane / 2 % 8 * 4;
