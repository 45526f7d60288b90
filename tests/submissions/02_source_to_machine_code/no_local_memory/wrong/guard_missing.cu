// expect: correctness
// Threads beyond the last column read and write outside of the tables.

// INSTEAD OF
    if (col >= cols)
        return;
// WRITE
