// expect: correctness
// All rows are read and written where row 0 lies.

// TODO(1)
    int index = col;
