// expect: correctness
// Element 0 has none before it, and is taken for no start.

// TODO(1)
    head = i > 0 && i < n && in[i] != in[i - 1];
