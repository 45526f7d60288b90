// expect: correctness
// Writes nothing.

// INSTEAD OF
    if (threadIdx.x == 0) {
// WRITE
    if (threadIdx.x == 99) {
