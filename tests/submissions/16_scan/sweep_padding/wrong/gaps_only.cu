// expect: correctness, hazards
// The number of the gap alone: 32 elements share a word.

// TODO(1)
    return i / 32;
