// expect: correctness
// Whole rows of C are written up to ldc, over what lies behind the matrix.

// INSTEAD OF
    if (row < M && col < N) {
// WRITE
    if (row < M && col < ldc) {
