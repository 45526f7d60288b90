// expect: correctness
// The first group has all rows instead of at most GROUP, so the groups overlap.

// INSTEAD OF
    int group_rows = min(int(gridDim.y) - above, GROUP);
// WRITE
    int group_rows = int(gridDim.y) - above;
