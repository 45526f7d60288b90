// expect: correctness
// The number in the group is that in the whole grid.

// INSTEAD OF
    int within = number - above * gridDim.x;
// WRITE
    int within = number;
