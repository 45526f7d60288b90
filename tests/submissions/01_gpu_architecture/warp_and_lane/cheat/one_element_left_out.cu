// expect: correctness
// The last element is skipped: a check by samples would miss it.

// INSTEAD OF
    if (i < n) {
// WRITE
    if (i < n - (n > 1)) {
