// expect: correctness
// The upper half of a register stands where the lower one does.

// TODO(1)
            int row = group + r % 2 * 8;
            int col = within * 2 + r / 2 * 8;
