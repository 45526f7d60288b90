// expect: atomics
// Nobody uses the other seven copies.

// TODO(2)
    int copy = 0;
