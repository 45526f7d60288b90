// expect: correctness
// The last thread of the grid writes the count: its element exists only where n is a multiple of the block.

// TODO(1)
        count[0] = places[i] + flags[i];

// INSTEAD OF
    if (i == n - 1) {
// WRITE
    if (i == gridDim.x * blockDim.x - 1) {
