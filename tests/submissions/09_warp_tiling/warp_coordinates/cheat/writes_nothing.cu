// expect: correctness
// Writes nothing.

// INSTEAD OF
    row[thread] = first_row;
    col[thread] = first_col;
// WRITE
