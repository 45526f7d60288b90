// expect: correctness
// The loop ends when nothing is left to send for, and the tile that came last is never multiplied.

// INSTEAD OF
    for (int k0 = 0; k0 < K; k0 += BK) {
// WRITE
    for (int k0 = 0; k0 + BK < K; k0 += BK) {
