// expect: correctness, hazards
// The column is lost: a whole row goes into one word.

// TODO(1)
    return row;
