// expect: correctness
// The opposite end, as in a ring.

// TODO(1)
    return in[(k + 2 * n) % n];
