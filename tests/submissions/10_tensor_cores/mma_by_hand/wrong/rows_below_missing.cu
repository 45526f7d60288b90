// expect: correctness
// Registers 2 and 3 are stored over 0 and 1.

// TODO(3)
        int row = row0 + group;
        int col = col0 + within * 2 + r % 2;
