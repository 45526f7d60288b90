// expect: correctness
// How many rows there are is not how far they are apart.

// TODO(1)
    int index = row * rows + col;
