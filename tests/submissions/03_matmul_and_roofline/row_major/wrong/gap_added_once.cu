// expect: correctness
// The gap is added once, not once for each row in front.

// TODO(1)
    int index = row * cols + (ld - cols) + col;
