// expect: correctness
// Steps of 16, of which the instruction takes 8.

// INSTEAD OF
    for (int k0 = 0; k0 < K; k0 += 8) {
// WRITE
    for (int k0 = 0; k0 < K; k0 += 16) {
