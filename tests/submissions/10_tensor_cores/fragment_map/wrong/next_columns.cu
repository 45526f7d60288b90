// expect: correctness
// Registers 2 and 3 right behind the lane's first two columns.

// TODO(1)
            int row = group + r % 2 * 8;
            int col = within * 2 + h + r / 2 * 2;
