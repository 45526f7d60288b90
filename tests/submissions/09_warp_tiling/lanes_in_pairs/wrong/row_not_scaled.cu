// expect: correctness
// Rows one apart: the pieces overlap.

// TODO(1)
    int row = lane / 16 * 2 + lane % 2;
    int col = lane / 2 % 8 * 4;
