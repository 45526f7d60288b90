// expect: correctness
// Four tiles whatever K is: enough for K up to 64.

// INSTEAD OF
    for (int k0 = 0; k0 < K; k0 += TILE) {
// WRITE
    for (int k0 = 0; k0 < 64; k0 += TILE) {
