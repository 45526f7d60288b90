// expect: correctness
// The last 16 products are missing.

// INSTEAD OF
    for (int k0 = 0; k0 < K; k0 += 16) {
// WRITE
    for (int k0 = 0; k0 + 16 < K; k0 += 16) {
