// expect: correctness
// The first row is taken for the start of the sums, and forgotten.

// INSTEAD OF
    for (int row = 0; row < rows; ++row) {
// WRITE
    for (int row = 1; row < rows; ++row) {
