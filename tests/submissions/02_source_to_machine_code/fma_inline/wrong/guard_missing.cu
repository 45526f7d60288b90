// expect: correctness
// Threads beyond the end read and write outside of the arrays.

// INSTEAD OF
    if (i >= n)
        return;
// WRITE
