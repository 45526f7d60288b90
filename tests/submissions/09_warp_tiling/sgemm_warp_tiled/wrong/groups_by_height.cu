// expect: correctness
// A group is taken for GROUP columns of gridDim.y blocks each; it has GROUP rows of gridDim.x.

// INSTEAD OF
    int above = number / (GROUP * gridDim.x) * GROUP;
// WRITE
    int above = number / (GROUP * gridDim.y) * GROUP;
