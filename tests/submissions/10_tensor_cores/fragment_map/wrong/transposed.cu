// expect: correctness
// Rows and columns exchanged: a group of lanes for a column.

// TODO(1)
            int row = within * 2 + h + r / 2 * 8;
            int col = group + r % 2 * 8;
