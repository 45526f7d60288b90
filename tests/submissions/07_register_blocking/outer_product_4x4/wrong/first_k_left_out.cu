// expect: correctness
// The loop fills the fragments for the next step and forgets the first one.

// INSTEAD OF
    for (int k = 0; k < K; ++k) {
// WRITE
    for (int k = 1; k < K; ++k) {
