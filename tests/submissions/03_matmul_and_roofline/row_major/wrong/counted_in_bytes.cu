// expect: correctness
// An index counts elements. Times 4 it would be the byte.

// TODO(1)
    int index = 4 * (row * ld + col);
