// expect: correctness
// The halves of a register 8 columns apart, and registers 2 and 3 right behind 0 and 1.

// TODO(1)
            int row = group + r % 2 * 8;
            int col = within * 2 + r / 2 + h * 8;
