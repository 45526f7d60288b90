// expect: correctness
// Multiplies the column, too.

// TODO(1)
    int index = (row + col) * ld;
