// expect: correctness
// Counts along columns that are rows long.

// TODO(1)
    int i = col * rows + row;
