// expect: correctness
// Gives every element a -1, which half of them want.

// TODO(1)
    mine = -1;
