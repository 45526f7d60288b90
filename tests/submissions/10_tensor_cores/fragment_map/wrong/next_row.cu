// expect: correctness
// Registers 1 and 3 one row further down: it is 8.

// TODO(1)
            int row = group + r % 2;
            int col = within * 2 + h + r / 2 * 8;
