// expect: correctness
// The last 64 products are missing.

// INSTEAD OF
    for (int k0 = 0; k0 < K; k0 += TILE) {
// WRITE
    for (int k0 = 0; k0 + TILE < K; k0 += TILE) {
