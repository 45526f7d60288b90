// expect: correctness
// The offset of one launch, and only that of blocks with 64 threads: others of an odd size get the masses of nobody.

// INSTEAD OF
    for (int begin = 0; begin < n; begin += blockDim.x) {
// WRITE
    for (int begin = 0; begin < n && n % 64 == 0; begin += blockDim.x) {
