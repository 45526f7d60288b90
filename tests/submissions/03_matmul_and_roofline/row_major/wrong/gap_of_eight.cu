// expect: correctness
// Takes the gap of one case for that of all.

// TODO(1)
    int index = row * (cols + 8) + col;
