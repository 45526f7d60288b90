// expect: correctness
// The last 8 products are missing.

// INSTEAD OF
    for (int k0 = 0; k0 < K; k0 += 8) {
// WRITE
    for (int k0 = 0; k0 + 8 < K; k0 += 8) {
