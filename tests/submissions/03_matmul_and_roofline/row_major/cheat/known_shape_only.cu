// expect: correctness
// Recognises the shape of the first case and is right for no other with more than one row.

// TODO(1)
    int index = cols == 40 ? row * 48 + col : col;
