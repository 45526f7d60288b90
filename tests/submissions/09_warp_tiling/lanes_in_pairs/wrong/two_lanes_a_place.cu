// expect: correctness
// Pairs share the rows, too: half of the places are taken twice, the others by nobody.

// TODO(1)
    int row = lane / 16 * 4;
    int col = lane / 2 % 8 * 4;
