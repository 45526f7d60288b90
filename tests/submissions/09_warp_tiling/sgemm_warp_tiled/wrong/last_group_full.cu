// expect: correctness
// The last group is taken for a full one, whatever rows are left.

// INSTEAD OF
    int group_rows = min(int(gridDim.y) - above, GROUP);
// WRITE
    int group_rows = min(int(gridDim.y), GROUP);
