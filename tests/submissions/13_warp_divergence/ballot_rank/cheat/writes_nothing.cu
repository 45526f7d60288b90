// expect: correctness
// Does nothing.

// TODO(1)
    return;
