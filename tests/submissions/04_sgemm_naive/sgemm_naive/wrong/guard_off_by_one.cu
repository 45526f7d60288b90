// expect: correctness
// Greater instead of greater or equal: one row and one column too many.

// TODO(2)
    if (row > M || col > N)
        return;
