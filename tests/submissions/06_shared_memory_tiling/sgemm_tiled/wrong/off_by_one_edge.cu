// expect: correctness
// <= in the guard of the store: one row and one column too many.

// INSTEAD OF
    if (row < M && col < N) {
// WRITE
    if (row <= M && col <= N) {
