// expect: correctness
// Takes the rows to be as far apart as they are long: right only where there are no gaps.

// TODO(1)
    int index = row * cols + col;
