// expect: correctness
// Register 1 is taken to be further right and register 2 further down.

// TODO(1)
            int row = group + r / 2 * 8;
            int col = within * 2 + h + r % 2 * 8;
