// expect: correctness, hazards
// OR cannot be undone: elements of a row share a word, and somebody overwrites.

// TODO(1)
    return column | row;
