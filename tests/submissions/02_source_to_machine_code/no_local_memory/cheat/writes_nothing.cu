// expect: correctness
// Does nothing, and needs no local memory for it.

// INSTEAD OF
    if (col >= cols)
// WRITE
    if (col >= 0)
