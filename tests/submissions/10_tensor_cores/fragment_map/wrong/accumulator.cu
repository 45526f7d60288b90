// expect: correctness
// The map of C, whose registers hold one value each.

// TODO(1)
            int row = group + r / 2 * 8;
            int col = within * 2 + r % 2 + h * 8;
