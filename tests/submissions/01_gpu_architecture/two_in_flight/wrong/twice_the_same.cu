// expect: correctness
// Both loads take the same element.

// TODO(1)
    int first = me;
    int second = me;
