// expect: correctness
// Right numbers, and some more behind the end of the arrays.

// INSTEAD OF
    if (i < n) {
// WRITE
    if (i < n + 1) {
