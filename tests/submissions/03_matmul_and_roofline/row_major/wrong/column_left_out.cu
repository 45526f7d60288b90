// expect: correctness
// The first element of each row only.

// TODO(1)
    int index = row * ld;
