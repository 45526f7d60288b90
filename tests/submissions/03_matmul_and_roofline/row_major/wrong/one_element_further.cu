// expect: correctness
// Counts the columns from 1.

// TODO(1)
    int index = row * ld + col + 1;
