// expect: correctness
// Counts the columns from 1.

// TODO(1)
    int i = row * ld + col + 1;
