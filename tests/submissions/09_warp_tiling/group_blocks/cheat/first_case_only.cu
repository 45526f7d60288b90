// expect: correctness
// Knows one grid and leaves the others alone.

// INSTEAD OF
    if (threadIdx.x == 0) {
// WRITE
    if (threadIdx.x == 0 && cols == 5) {
