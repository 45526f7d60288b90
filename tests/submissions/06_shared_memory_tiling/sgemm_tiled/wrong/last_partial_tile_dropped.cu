// expect: correctness
// K / TILE whole tiles: what is left of K is never added.

// INSTEAD OF
    for (int k0 = 0; k0 < K; k0 += TILE) {
// WRITE
    for (int k0 = 0; k0 + TILE <= K; k0 += TILE) {
