// expect: correctness
// The number in the group is reduced by GROUP columns of the grid instead of GROUP rows.

// INSTEAD OF
    int within = number - above * gridDim.x;
// WRITE
    int within = number % (GROUP * gridDim.y);
