// expect: correctness
// Twice the distance: behind the array, and with more conflicts.

// TODO(1)
    return 2 * i;
