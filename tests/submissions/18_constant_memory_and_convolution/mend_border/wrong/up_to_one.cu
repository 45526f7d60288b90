// expect: correctness
// The first element is number 0, not 1.

// TODO(1)
    return in[min(max(k, 1), n - 1)];
