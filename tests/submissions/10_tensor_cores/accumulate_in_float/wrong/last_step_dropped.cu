// expect: correctness
// The last 16 products are missing from each sum.

// INSTEAD OF
    for (int k = 0; k < K; k += TILE) {
// WRITE
    for (int k = 0; k + TILE < K; k += TILE) {
