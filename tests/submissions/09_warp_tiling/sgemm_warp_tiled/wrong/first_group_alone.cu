// expect: correctness
// Every group is taken for the first: in the second one, blocks take tiles that are not there.

// INSTEAD OF
    int above = number / (GROUP * gridDim.x) * GROUP;
// WRITE
    int above = 0;
