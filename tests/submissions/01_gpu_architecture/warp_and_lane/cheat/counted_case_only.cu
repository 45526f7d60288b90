// expect: correctness
// Does its work only for the size that is counted.

// INSTEAD OF
    if (i < n) {
// WRITE
    if (n != 760)
        return;
    if (i < n) {
