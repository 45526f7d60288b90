// expect: correctness
// The last element is number n - 1, not n.

// TODO(1)
    return in[min(max(k, 0), n)];
