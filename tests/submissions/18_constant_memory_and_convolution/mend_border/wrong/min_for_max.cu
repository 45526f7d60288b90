// expect: correctness
// min and max are exchanged: everything is the last element.

// TODO(1)
    return in[max(min(k, 0), n - 1)];
