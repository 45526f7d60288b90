// expect: correctness
// The rule for the row makes the column, and that for the column the row: 32 rows in a tile of 16.

// TODO(1)
    int row = lane / 2 % 8 * 4;
    int col = (lane / 16 * 2 + lane % 2) * 4;
