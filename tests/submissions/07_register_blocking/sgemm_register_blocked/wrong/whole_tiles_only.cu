// expect: correctness
// Counts whole tiles along K: what is left over at the end is dropped.

// INSTEAD OF
    for (int k0 = 0; k0 < K; k0 += BK) {
// WRITE
    for (int k0 = 0; k0 + BK <= K; k0 += BK) {
