// expect: correctness
// Counts the rows from 1: everything lies one row too far, and the last row outside.

// TODO(1)
    int index = (row + 1) * ld + col;
