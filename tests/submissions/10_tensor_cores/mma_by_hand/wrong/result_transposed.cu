// expect: correctness
// The quarters of C are transposed.

// TODO(3)
        int row = row0 + within * 2 + r % 2 + r / 2 * 8;
        int col = col0 + group;
