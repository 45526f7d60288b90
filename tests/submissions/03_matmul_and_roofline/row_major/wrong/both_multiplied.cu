// expect: correctness
// Multiplies the column, too.

// TODO(1)
    int i = (row + col) * ld;
