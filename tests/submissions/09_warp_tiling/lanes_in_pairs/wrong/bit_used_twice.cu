// expect: correctness
// Bit 3 chooses among rows and among columns, and bit 4 does nothing.

// TODO(1)
    int row = (lane / 8 % 2 * 2 + lane % 2) * 4;
    int col = lane / 2 % 8 * 4;
