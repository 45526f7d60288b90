// expect: correctness
// Knows the first case and leaves the others alone.

// INSTEAD OF
    row[thread] = first_row;
// WRITE
    if (WM != 32)
        return;
    row[thread] = first_row;
